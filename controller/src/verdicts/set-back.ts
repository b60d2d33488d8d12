import type { Logger } from '@sightline/shared/logger'
import type { Database } from '../db/pool.ts'
import {
  bringMonitorsBack,
  bringProgramsBack,
  bringWorkBack,
  isAnythingAhead,
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

const LOOK_EVERY_MS = 2_000

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

/** Does so where it is needed: at the start, and whenever the database's clock was set back. */
export function startSetBackWatch(parts: {
  db: Database
  clock: Pick<Clock, 'now' | 'setBacks'>
  log: Logger
}): Loop {
  const { db, clock, log } = parts
  let seen = -1
  const trouble = createTroubleLog(log, {
    met: "what was noted before the database's clock was set back could not be brought to the present",
    over: 'it could be looked for again',
  })

  return startLoop(async () => {
    const setBacks = clock.setBacks()
    if (setBacks === seen) return LOOK_EVERY_MS
    try {
      if (await isAnythingAhead(db, clock.now() + AHEAD_MS)) {
        log.warn(
          "the database's clock was set back: what was noted at times that have not come yet is brought to the present",
        )
        await bringBack(db, clock.now)
      }
      seen = setBacks
      trouble.over()
    } catch (error: unknown) {
      trouble.met(error)
    }
    return LOOK_EVERY_MS
  })
}
