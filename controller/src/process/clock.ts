import { readDatabaseTimeMs } from '../db/database-time.ts'
import type { Database } from '../db/pool.ts'
import { createClockEstimator } from './clock-estimate.ts'

/** Questions that the first estimate is made of: a connection is opened in the first. */
const FIRST_SAMPLES = 4

/** The time of this controller, which is the database's: all controllers of an installation have the same, however
 *  the clocks of their machines are set. */
export interface Clock {
  /** UNIX ms, whole. It goes back only when the database's clock was set back. */
  readonly now: () => number
  /** How far the clock of this machine is ahead of the database's, ms. */
  readonly offsetMs: () => number
  /** How often the database's clock was seen to be set back by more than a minute. */
  readonly setBacks: () => number
  /** Asks the database once more. */
  readonly measure: () => Promise<void>
}

/** The clocks of the machine. */
export interface MachineClocks {
  /** ms since whenever; never set, but may stand still while the machine sleeps. */
  readonly steadyMs: () => number
  /** UNIX ms, as somebody set it. */
  readonly wallMs: () => number
}

/** Less is slewed, or over before anybody is kept waiting by it. */
const SET_BACK_MS = 60_000

const MACHINE: MachineClocks = { steadyMs: () => performance.now(), wallMs: () => Date.now() }

/** @returns a clock that has been measured
 *  @throws when the database does not answer */
export async function openClock(db: Database, machine: MachineClocks = MACHINE): Promise<Clock> {
  const { steadyMs, wallMs } = machine
  const estimator = createClockEstimator()
  let aheadMs = 0
  let toldMs = -Infinity
  let setBacks = 0

  async function measure(): Promise<void> {
    const askedMs = steadyMs()
    const saidMs = await readDatabaseTimeMs(db)
    const { estimate, isJump } = estimator.add({ askedMs, answeredMs: steadyMs(), saidMs })
    if (isJump && estimate.aheadMs < aheadMs - SET_BACK_MS) setBacks += 1
    aheadMs = estimate.aheadMs
    if (isJump) toldMs = -Infinity
  }

  function now(): number {
    toldMs = Math.max(toldMs, Math.floor(steadyMs() + aheadMs))
    return toldMs
  }

  for (let i = 0; i < FIRST_SAMPLES; i += 1) await measure()
  return {
    now,
    offsetMs: () => Math.round(wallMs() - (steadyMs() + aheadMs)),
    setBacks: () => setBacks,
    measure,
  }
}
