import { isPassingTrouble } from '../db/pool.ts'
import type { IncomingResult } from '../db/results.ts'
import type { TroubleLog } from '../process/trouble-log.ts'

const RETRY_DELAYS_MS = [100, 250, 500, 1_000, 2_000] as const

/** A row that can never be stored. */
export interface Refused {
  readonly row: IncomingResult
  readonly error: unknown
}

/** Stores a batch in one transaction.
 *  @param areFresh nobody sent any of them before, as far as one knows: live ones, tried for the first time
 *  @param foundThere called with those of fresh ones that were there after all */
export type Commit = (
  rows: readonly IncomingResult[],
  areFresh: boolean,
  foundThere: (rows: readonly IncomingResult[]) => void,
) => Promise<void>

/** Stores batches whatever it takes. */
export interface PatientStore {
  /** Stores rows; one that can never be stored is found by halving and left out, so that it cannot
   *  hold up the others for ever.
   *  @returns what was left out and why
   *  @throws what a commit failed with, once it is stopped */
  readonly store: (
    rows: readonly IncomingResult[],
    areFresh: boolean,
    foundThere: Parameters<Commit>[2],
  ) => Promise<Refused[]>
  readonly stats: () => { readonly committedRows: number; readonly transactions: number }
}

/** @param given.stopping tries end when it is aborted
 *  @param given.waitingRows how many wait, for the log */
export function createPatientStore(given: {
  readonly commit: Commit
  readonly stopping: AbortSignal
  readonly waitingRows: () => number
  readonly trouble: TroubleLog
}): PatientStore {
  const { commit, stopping, waitingRows, trouble } = given
  let committedRows = 0
  let transactions = 0

  const store: PatientStore['store'] = async (rows, areFresh, foundThere) => {
    try {
      await commitWithPatience(rows, areFresh, foundThere)
      committedRows += rows.length
      return []
    } catch (error: unknown) {
      if (stopping.aborted) throw error
      const [first] = rows
      if (rows.length === 1 && first !== undefined) return [{ row: first, error }]
      const middle = Math.ceil(rows.length / 2)
      return [
        ...(await store(rows.slice(0, middle), false, foundThere)),
        ...(await store(rows.slice(middle), false, foundThere)),
      ]
    }
  }

  /** Tries until it succeeds, or until the rows themselves are what is wrong. */
  const commitWithPatience: Commit = async (rows, areFresh, foundThere) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        transactions += 1
        // A try that broke off may have been committed.
        await commit(rows, areFresh && attempt === 0, foundThere)
        trouble.over()
        return
      } catch (error: unknown) {
        if (!isPassingTrouble(error) || stopping.aborted) throw error
        trouble.met(error, { waitingRows: waitingRows() })
        const waitMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] ?? 0
        await delayUntil(stopping, waitMs)
      }
    }
  }

  return { store, stats: () => ({ committedRows, transactions }) }
}

/** Waits, and no longer once the signal is aborted. */
function delayUntil(stopping: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      stopping.removeEventListener('abort', done)
      resolve()
    }
    stopping.addEventListener('abort', done)
  })
}
