import type { IncomingResult } from '../db/results.ts'

/** Who sent results. */
export interface Sender {
  readonly agentId: string
  readonly region: string
  /** Of the token it came in with. */
  readonly tokenId: number
}

/** Results of one message of one agent, and what to do once they are safe. */
export interface IntakeUnit {
  readonly rows: readonly IncomingResult[]
  readonly sender: Sender
  /** Called once every row is committed or refused for good, and everything before it of the same
   *  source too. */
  readonly acknowledge: () => void
  /** Whose acknowledgements are cumulative together: one lane of one stream. */
  readonly source: object
  /** True for results of now: they go before any backlog. */
  readonly live: boolean
  /** True when a result failed, or answers a recheck: it is committed without waiting for company. */
  readonly urgent: boolean
}

/** Rows of one transaction, about 45 ms of it. 500 made three quarters of the rate, 4,000 no more than
 *  5 % above it, for a commit that takes twice as long. */
export const MAX_BATCH_ROWS = 2_000

/** So many do not wait: what arrives during one transaction is the next one's batch. */
const COMPANY_ROWS = 100

/** Units on their way into a transaction. */
export interface WaitingUnits {
  readonly add: (unit: IntakeUnit) => void
  /** Takes those of the next transaction: live ones first, in the order they came. Those that need care go by
   *  themselves, so that others are stored as fast as ever; where few wait, a transaction more would cost more. */
  readonly take: () => IntakeUnit[]
  readonly isEmpty: () => boolean
  /** How many results wait. */
  readonly rows: () => number
  /** True when what waits must not wait longer. */
  readonly isPressing: () => boolean
}

/** @param needsCare whether live results of a unit may be there already */
export function createWaitingUnits(needsCare: (unit: IntakeUnit) => boolean): WaitingUnits {
  const live: IntakeUnit[] = []
  const backlog: IntakeUnit[] = []

  return {
    add(unit) {
      ;(unit.live ? live : backlog).push(unit)
    },
    take() {
      const [first] = live
      const isOfCare = first !== undefined && needsCare(first)
      const areFew = rowsOf(live) <= COMPANY_ROWS
      const taken = takeFrom(live, [], (unit) => areFew || needsCare(unit) === isOfCare)
      return takeFrom(backlog, taken, () => true)
    },
    isEmpty: () => live.length + backlog.length === 0,
    rows: () => rowsOf(live) + rowsOf(backlog),
    isPressing() {
      let rows = 0
      for (const unit of [...live, ...backlog]) {
        rows += unit.rows.length
        if (unit.urgent || rows >= COMPANY_ROWS) return true
      }
      return false
    },
  }
}

const rowsOf = (units: readonly IntakeUnit[]): number =>
  units.reduce((sum, unit) => sum + unit.rows.length, 0)

/** Moves what belongs to a batch out of a lane, until the batch is full.
 *  @param taken what the batch has already
 *  @returns the batch */
function takeFrom(
  lane: IntakeUnit[],
  taken: readonly IntakeUnit[],
  belongs: (unit: IntakeUnit) => boolean,
): IntakeUnit[] {
  const batch = [...taken]
  const passedOver: IntakeUnit[] = []
  let rows = rowsOf(taken)
  let looked = 0
  for (const unit of lane) {
    if (belongs(unit)) {
      if (batch.length > 0 && rows + unit.rows.length > MAX_BATCH_ROWS) break
      rows += unit.rows.length
      batch.push(unit)
    } else passedOver.push(unit)
    looked += 1
  }
  lane.splice(0, looked, ...passedOver)
  return batch
}
