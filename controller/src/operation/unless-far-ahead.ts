import type { Logger } from '@sightline/shared/logger'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { readNearestClockMs } from '../db/health-figures.ts'
import type { UpkeepParts } from '../jobs/task.ts'

/** What is kept is kept for days, weeks or more: a clock that is off by less removes it hardly sooner. */
const FAR_MS = 24 * 3_600_000

/** Removes what is past its time, unless the clock of the database's machine is over a day ahead of those of all agents: by one
 *  that believes to be some years on, history would be past its time that nobody can bring back. Those who own the
 *  installation are told of such a clock (clock-trouble.ts). Where all machines are wrong together nobody can tell, and
 *  TimescaleDB's own policy goes by its server. */
export async function unlessFarAhead(
  { db, log }: Pick<UpkeepParts, 'db'> & { readonly log: Logger },
  remove: () => Promise<void>,
): Promise<void> {
  const nearestMs = await readNearestClockMs(db, AGENT_LOST_AFTER_MS)
  if (nearestMs === null || nearestMs > -FAR_MS) {
    await remove()
    return
  }
  log.error(
    { aheadSeconds: Math.round(-nearestMs / 1_000) },
    "the clock of the database's machine is over a day ahead of those of all agents: nothing that is past its time by it is removed",
  )
}
