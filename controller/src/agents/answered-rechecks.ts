import type { Logger } from '@sightline/shared/logger'
import type { RecheckKey, RegionRecheck } from '../db/handed-rechecks.ts'
import { deleteHandedRechecks } from '../db/handed-rechecks.ts'
import type { Queryable } from '../db/pool.ts'

/** Forgets rechecks that were answered. */
export interface AnsweredRechecks {
  readonly add: (region: string, keys: readonly RecheckKey[]) => void
}

/** When thousands of monitors go down at once, each of their rechecks comes back in a message of its own: forgotten one
 *  by one they took more of the disk than the results. */
const GATHER_MS = 250

/** What is not forgotten here is with time: nothing depends on it.
 *  @param db need not wait for its disk: what a crash of it loses is forgotten with time too */
export function createAnsweredRechecks(db: Queryable, log: Logger): AnsweredRechecks {
  let waiting: RegionRecheck[] = []
  let timer: NodeJS.Timeout | null = null

  async function forget(): Promise<void> {
    timer = null
    const all = waiting
    waiting = []
    try {
      await deleteHandedRechecks(db, all)
    } catch (error: unknown) {
      log.debug({ err: error }, 'answered rechecks were not forgotten')
    }
  }

  return {
    add(region, keys) {
      for (const key of keys) waiting.push({ region, key })
      timer ??= setTimeout(() => void forget(), GATHER_MS).unref()
    },
  }
}
