import type { Logger } from '@sightline/shared/logger'
import { traceparent } from '@sightline/shared/tracing/trace'
import type { WorkKind } from '@sightline/shared/work-kinds'
import type { Database } from '../db/pool.ts'
import { deleteWorkItem, insertWorkItem } from '../db/work-items.ts'
import { takeWorkOutcomes } from '../db/work-outcomes.ts'
import type { WorkOutcome } from './work-outcome.ts'
import type { WorkRequest } from './work-request.ts'

/** Time for the way over another controller and the database. */
const REMOTE_GRACE_MS = 4_000

/** Work for agents of other controllers, which goes and comes back through the database. */
export interface RemoteWork {
  /** Leaves it there and waits for what becomes of it.
   *  @throws what the database says where it could not be left */
  readonly send: (
    id: string,
    kind: WorkKind,
    request: WorkRequest<WorkKind>,
  ) => Promise<WorkOutcome>
  /** The outcome of a piece of work is there. */
  readonly workDone: (publicId: string) => void
  /** Of any: notifications may have been missed. */
  readonly lookForAll: () => void
}

export function createRemoteWork(parts: {
  readonly db: Database
  readonly now: () => number
  readonly log: Logger
}): RemoteWork {
  const { db, now, log } = parts
  /** By their ids. */
  const waiting = new Map<string, (outcome: WorkOutcome) => void>()

  function collect(publicIds: readonly string[]): void {
    if (publicIds.length === 0) return
    takeWorkOutcomes(db, publicIds).then(
      (taken) => {
        for (const { publicId, outcome } of taken) waiting.get(publicId)?.(outcome)
      },
      (error: unknown) => log.warn({ err: error }, 'outcomes of work could not be read'),
    )
  }

  const send: RemoteWork['send'] = async (id, kind, request) => {
    const waitMs = request.timeoutMs + REMOTE_GRACE_MS
    const { promise, resolve } = Promise.withResolvers<WorkOutcome>()
    const silent = (): void =>
      resolve({
        ok: false,
        code: 'silent',
        message: `No agent in ${request.region} answered in time.`,
      })
    const timer = setTimeout(silent, waitMs)
    request.signal.addEventListener('abort', silent, { once: true })
    waiting.set(id, resolve)
    try {
      const { region, timeoutMs, input, stored, isOperators, sharer } = request
      await insertWorkItem(db, {
        publicId: id,
        region,
        // Agents of a region may differ in what they can do.
        kind: 'onDemand',
        capability: request.capability,
        payload: { kind, input: stored ?? input, isOperators, sharer, traceparent: traceparent() },
        timeoutMs,
        dueAtMs: now(),
        expiresAtMs: now() + timeoutMs,
      })
      const outcome = await promise
      if (outcome.ok || outcome.code !== 'silent') return outcome
      const isUntouched = await deleteWorkItem(db, id)
      if (!isUntouched) return outcome
      const message = `The agents in ${region} had no room for it in time: try again.`
      return { ok: false, code: 'unavailable', message }
    } finally {
      clearTimeout(timer)
      request.signal.removeEventListener('abort', silent)
      waiting.delete(id)
    }
  }

  return {
    send,
    workDone(publicId) {
      if (waiting.has(publicId)) collect([publicId])
    },
    lookForAll: () => collect([...waiting.keys()]),
  }
}
