import type { WorkerEvents } from 'graphile-worker'

/** A server goes on with a statement whose asker is gone: it may take a job for him even now. */
const SETTLED_MS = 10_000

/** Jobs of one lane that the database thinks are with a worker, and are with none. */
export interface LostJobs {
  /** @param events of the lane's workers, anew after each start */
  readonly watch: (events: WorkerEvents) => void
  readonly gaveBack: (jobIds: readonly string[]) => void
  /** Whether a job was taken, and which, was not answered. @param takerId id of the lane's workers */
  readonly tookInVain: (takerId: string) => void
  /** Whether there may be any. */
  readonly mayBe: () => boolean
  /** Frees them, if there may be any. Only while no worker of the lane is taking a job.
   *  @throws when the database is away */
  readonly free: () => Promise<void>
}

/** Frees what is locked by the takers, but for the jobs that somebody works on. */
export type FreeJobs = (takerIds: readonly string[], heldIds: readonly string[]) => Promise<void>

/** Remembers who holds what. A job is held from its start until the database has taken it back. */
export function createLostJobs(freeJobs: FreeJobs, now: () => number): LostJobs {
  const held = new Set<string>()
  /** Takers that may have lost jobs, and until when more may be lost; null: not known before the database
   *  is back. */
  const doubtful = new Map<string, number | null>()
  return {
    watch(events) {
      events.on('job:start', ({ job }) => held.add(job.id))
    },
    gaveBack(jobIds) {
      for (const id of jobIds) held.delete(id)
    },
    tookInVain(takerId) {
      doubtful.set(takerId, null)
    },
    mayBe: () => doubtful.size > 0,
    async free() {
      if (doubtful.size === 0) return
      await freeJobs([...doubtful.keys()], [...held])
      for (const [takerId, untilMs] of doubtful) {
        if (untilMs === null) doubtful.set(takerId, now() + SETTLED_MS)
        else if (untilMs < now()) doubtful.delete(takerId)
      }
    },
  }
}
