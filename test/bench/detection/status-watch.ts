import { setTimeout as delay } from 'node:timers/promises'
import type { ApiCalls } from '../api-calls.ts'

/** What a client sees that keeps asking which monitors are down. */
export interface StatusWatch {
  /** When each was first seen down, UNIX ms by id. */
  readonly downAtMs: ReadonlyMap<string, number>
  /** When each was first seen not to be down any more. */
  readonly overAtMs: ReadonlyMap<string, number>
  readonly stop: () => Promise<void>
}

const LIST = '/api/v1/monitors?status=down&per=200'

/** @param everyMs what is seen is up to this much older, and the time of one answer */
export function watchStatuses(api: ApiCalls, everyMs: number): StatusWatch {
  const stopping = new AbortController()
  const downAtMs = new Map<string, number>()
  const overAtMs = new Map<string, number>()

  async function look(): Promise<void> {
    const { body } = await api.call('GET', LIST)
    const atMs = Date.now()
    const down = new Set((body as { monitors: { id: string }[] }).monitors.map(({ id }) => id))
    for (const id of down) if (!downAtMs.has(id)) downAtMs.set(id, atMs)
    for (const id of downAtMs.keys()) {
      if (!down.has(id) && !overAtMs.has(id)) overAtMs.set(id, atMs)
    }
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      const nextAtMs = performance.now() + everyMs
      await look()
      await delay(Math.max(0, nextAtMs - performance.now()))
    }
  }

  const looking = keepLooking()
  // Told when it is waited for.
  looking.catch(() => undefined)
  return {
    downAtMs,
    overAtMs,
    async stop() {
      stopping.abort()
      await looking
    },
  }
}
