import { EventEmitter } from 'node:events'
import type { Notification, Pool, PoolClient } from 'pg'
import { JOBS_ADDED } from '../db/jobs.ts'
import type { JobNotices } from './job-notices.ts'
import type { JobLane } from './task.ts'

/** What a pool calls with a connection. */
type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: () => void,
) => void

/** Gives the workers of each lane what they take for a connection of their own to listen on. */
export interface SharedEar {
  readonly connect: (lane: JobLane, connected: Connected) => void
}

/** What the library does with a connection that it listens on (graphile-worker 0.18, dist/main.js): it waits for these
 *  two events, and sends LISTEN and UNLISTEN, which the one connection has seen to. */
class Ear extends EventEmitter<{ error: [Error]; notification: [Notification] }> {
  query = (): Promise<void> => Promise.resolve()
}

/** The one connection, while it is there. */
interface Line {
  readonly join: (lane: JobLane) => { readonly ear: Ear; readonly leave: () => void }
}

/** One connection that hears of jobs for all lanes: each more would cost the server 2.5 MB. Where it breaks, each lane's
 *  breaks, and the first that connects again opens another.
 *  @param notices tells which lanes are to hear what */
export function createSharedEar(
  connections: Pick<Pool, 'connect'>,
  notices: () => JobNotices,
): SharedEar {
  let line: Promise<Line> | null = null

  function open(): Promise<Line> {
    const forget = (): void => {
      if (line === opening) line = null
    }
    const opening = openLine(connections, notices(), forget)
    opening.catch(forget)
    return opening
  }

  function connect(lane: JobLane, connected: Connected): void {
    const joined = (line ??= open())
    joined.then(
      ({ join }) => {
        // One that came and left just before has ended it.
        if (joined !== line) return connect(lane, connected)
        const { ear, leave } = join(lane)
        connected(undefined, ear as unknown as PoolClient, leave)
      },
      (error: Error) => connected(error, undefined, () => undefined),
    )
  }

  return { connect }
}

/** @param closed is told when nobody may join any more */
async function openLine(
  connections: Pick<Pool, 'connect'>,
  notices: JobNotices,
  closed: () => void,
): Promise<Line> {
  const client = await connections.connect()
  const ears = new Map<Ear, JobLane>()

  function end(): void {
    closed()
    client.removeAllListeners('notification')
    // It goes with what it listens to, instead of back to the others.
    client.release(true)
  }
  client.once('error', (error: Error) => {
    closed()
    for (const ear of ears.keys()) ear.emit('error', error)
  })
  client.on('notification', (message) => {
    const audience = notices(message)
    for (const [ear, lane] of ears) {
      if (audience === 'all') ear.emit('notification', message)
      else if (audience.has(lane)) ear.emit('notification', noticeOf(message, audience.get(lane)))
    }
  })
  try {
    await client.query(`listen "jobs:insert"; listen "worker:migrate"; listen ${JOBS_ADDED}`)
  } catch (error: unknown) {
    end()
    throw error
  }
  return {
    join(lane) {
      const ear = new Ear()
      ears.set(ear, lane)
      const leave = (): void => {
        if (ears.delete(ear) && ears.size === 0) end()
      }
      return { ear, leave }
    },
  }
}

/** As the library would say it. */
const noticeOf = (message: Notification, count = 1): Notification => ({
  ...message,
  channel: 'jobs:insert',
  payload: JSON.stringify({ count }),
})
