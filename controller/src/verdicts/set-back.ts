import type { Logger } from '@sightline/shared/logger'
import type { Database } from '../db/pool.ts'
import {
  bringMonitorsBack,
  bringProgramsBack,
  bringWorkBack,
  readAheadMs,
  readMonitorsAfter,
  readRememberedAfter,
  writeRemembered,
} from '../db/set-back.ts'
import { lockMonitors } from '../db/verdicts.ts'
import type { Clock } from '../process/clock.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import { createTroubleLog } from '../process/trouble-log.ts'

/** What is further ahead than this was noted by a clock that was set back since: results may be a minute ahead
 *  (ingest/result-row.ts). What is set back by less stands still no longer than that. */
const AHEAD_MS = 120_000

/** Monitors of one transaction. */
const BATCH = 500

/** A clock that is set back may be what is wrong: one without a battery goes on from where the machine stopped until it
 *  hears the time, and then nothing is ahead any more. Results would be lost if it was believed at once. */
const PATIENCE_MS = 600_000

/** Of what is further ahead, as where a machine believes to be in 1970, all would be lost that was ever found. */
const MOST_MS = 24 * 3_600_000

const LOOK_EVERY_MS = 2_000
/** While something is ahead: all latest states are read to find out. */
const LOOK_AGAIN_MS = 30_000

/** What is done about instants that lie ahead.
 *  @param aheadMs by how much the latest does  @param forMs for how long that has been known */
export function whatToDo(aheadMs: number, forMs: number): 'nothing' | 'wait' | 'leave' | 'bring' {
  if (aheadMs <= AHEAD_MS) return 'nothing'
  if (aheadMs > MOST_MS) return 'leave'
  return forMs < PATIENCE_MS ? 'wait' : 'bring'
}

/** A JSON value in which no instant, UNIX ms, is after one: no other number of what the rule remembers is that large. */
export function withoutFuture(value: unknown, nowMs: number, limitMs: number): unknown {
  if (typeof value === 'number') return value > limitMs ? nowMs : value
  if (Array.isArray(value)) return value.map((each) => withoutFuture(each, nowMs, limitMs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutFuture(each, nowMs, limitMs)]),
  )
}

/** Brings what was noted at times that have not come yet to the present, after the database's clock was set back. Else
 *  statuses would stand still, agents that are gone seem to live and results be refused until these times have come.
 *  Done again it changes nothing; several may do it at once. */
export async function bringBack(db: Database, now: () => number): Promise<void> {
  const limit = (): [nowMs: number, limitMs: number] => [now(), now() + AHEAD_MS]
  await bringProgramsBack(db, ...limit())
  await bringWorkBack(db, ...limit())
  for (let lastId = 0; ;) {
    const ids = await readMonitorsAfter(db, lastId, BATCH)
    lastId = ids.at(-1) ?? lastId
    if (ids.length === 0) return
    await db.transaction(async (tx) => {
      await lockMonitors(tx, ids, { waits: true })
      const [nowMs, limitMs] = limit()
      await bringMonitorsBack(tx, ids, nowMs, limitMs)
      const rows = await readRememberedAfter(tx, ids, limitMs)
      if (rows.length === 0) return
      const present = rows.map(({ monitorId, decision }) => ({
        monitorId,
        decision: withoutFuture(decision, nowMs, limitMs),
      }))
      await writeRemembered(tx, present, nowMs, limitMs)
    })
  }
}

const inWords = (ms: number): string =>
  ms < 2 * 3_600_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 3_600_000)} hours`

/** Does so where it is needed: some time after the start, or after the database's clock was set back. */
export function startSetBackWatch(parts: {
  db: Database
  clock: Pick<Clock, 'now' | 'setBacks'>
  log: Logger
}): Loop {
  const { db, clock, log } = parts
  let seen = -1
  let foundAtMs: number | null = null
  const trouble = createTroubleLog(log, {
    met: "what was noted before the database's clock was set back could not be brought to the present",
    over: 'it could be looked for again',
  })

  function tell(aheadMs: number): void {
    const what = `the database's clock says ${new Date(clock.now()).toISOString()}, and checks were noted up to ${inWords(aheadMs)} after that`
    const until = 'until it is set right, statuses may stand still and results be refused'
    if (aheadMs > MOST_MS) log.error(`${what}: ${until}`)
    else
      log.warn(
        `${what}: ${until}; if it still says so in ${inWords(PATIENCE_MS)}, it is believed, and what lies ahead is brought to the present`,
      )
  }

  async function look(): Promise<boolean> {
    const aheadMs = await readAheadMs(db, clock.now())
    const atMs = performance.now()
    const action = whatToDo(aheadMs, foundAtMs === null ? 0 : atMs - foundAtMs)
    if (action !== 'nothing' && foundAtMs === null) {
      tell(aheadMs)
      foundAtMs = atMs
    }
    if (action === 'wait' || action === 'leave') return false
    if (action === 'bring') {
      await bringBack(db, clock.now)
      log.warn("the database's clock was set back: what lay ahead was brought to the present")
    } else if (foundAtMs !== null) log.info('nothing lies ahead of the present any more')
    foundAtMs = null
    return true
  }

  return startLoop(async () => {
    const setBacks = clock.setBacks()
    if (setBacks === seen) return LOOK_EVERY_MS
    try {
      const isOver = await look()
      trouble.over()
      if (!isOver) return LOOK_AGAIN_MS
      seen = setBacks
    } catch (error: unknown) {
      trouble.met(error)
    }
    return LOOK_EVERY_MS
  })
}
