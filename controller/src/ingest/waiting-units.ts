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

/** What is not urgent waits so long at most for a transaction of its own: among it, what a mass outage is confirmed by
 *  stood in transactions of 2,000 results, and thousands of answers came too late to be one. */
const REST_AFTER_MS = 1_000

/** Where so much of it waits it has every second transaction: somewhere something always fails, and behind that 10,000 good
 *  results a second would be stored 2,000 a second, until agents had to stop. */
const MUCH_REST_ROWS = 2 * MAX_BATCH_ROWS

/** Units on their way into a transaction. */
export interface WaitingUnits {
  readonly add: (unit: IntakeUnit) => void
  /** Takes those of the next transaction, in the order they came: urgent ones first, and by themselves where there are
   *  many; then live ones, then the backlog. Those that need care go by themselves, so that others are stored as
   *  fast as ever; where few wait, a transaction more would cost more. */
  readonly take: () => readonly IntakeUnit[]
  readonly isEmpty: () => boolean
  /** How many results that `take` would give now wait. */
  readonly rowsOfNext: () => number
  /** How many results wait that are urgent, or came with such. */
  readonly urgentRows: () => number
  /** True when what waits must not wait longer. */
  readonly isPressing: () => boolean
}

/** @param needsCare whether live results of a unit may be there already */
export function createWaitingUnits(needsCare: (unit: IntakeUnit) => boolean): WaitingUnits {
  const urgent: Lane = { units: [], rows: 0 }
  const passing: Lane = { units: [], rows: 0 }
  const backlog: Lane = { units: [], rows: 0 }
  let restTakenAtMs = -Infinity
  let isRestNext = false

  /** The lanes of the next transaction. */
  function nextLanes(): readonly Lane[] {
    if (urgent.rows <= COMPANY_ROWS) return [urgent, passing, backlog]
    const restRows = passing.rows + backlog.rows
    const isOverdue = performance.now() - restTakenAtMs >= REST_AFTER_MS
    const isTurn = isRestNext && restRows >= MUCH_REST_ROWS
    return restRows > 0 && (isOverdue || isTurn) ? [passing, backlog] : [urgent]
  }

  return {
    add(unit) {
      const ofLive = unit.urgent ? urgent : passing
      const lane = unit.live ? ofLive : backlog
      lane.units.push(unit)
      lane.rows += unit.rows.length
    },
    take() {
      const lanes = nextLanes()
      isRestNext = !lanes.includes(passing)
      if (!isRestNext) restTakenAtMs = performance.now()
      const live = lanes.filter((lane) => lane !== backlog)
      const first = live.find(({ units }) => units.length > 0)?.units[0]
      const isOfCare = first !== undefined && needsCare(first)
      const areFew = rowsIn(live) <= COMPANY_ROWS
      let taken: readonly IntakeUnit[] = []
      for (const lane of lanes) {
        const belongs = (unit: IntakeUnit): boolean =>
          lane === backlog || areFew || needsCare(unit) === isOfCare
        taken = takeFrom(lane, taken, belongs)
      }
      return taken
    },
    isEmpty: () => [urgent, passing, backlog].every(({ units }) => units.length === 0),
    rowsOfNext: () => rowsIn(nextLanes()),
    urgentRows: () => urgent.rows,
    isPressing: () =>
      urgent.units.length > 0 ||
      passing.rows + backlog.rows >= COMPANY_ROWS ||
      backlog.units.some((unit) => unit.urgent),
  }
}

/** Units that are taken in the order they came. */
interface Lane {
  readonly units: IntakeUnit[]
  /** Of all of them. */
  rows: number
}

const rowsIn = (lanes: readonly Lane[]): number => lanes.reduce((sum, { rows }) => sum + rows, 0)

const rowsOf = (units: readonly IntakeUnit[]): number =>
  units.reduce((sum, unit) => sum + unit.rows.length, 0)

/** Moves what belongs to a batch out of a lane, until the batch is full.
 *  @param taken what the batch has already
 *  @returns the batch */
function takeFrom(
  lane: Lane,
  taken: readonly IntakeUnit[],
  belongs: (unit: IntakeUnit) => boolean,
): IntakeUnit[] {
  const batch = [...taken]
  const passedOver: IntakeUnit[] = []
  let rows = rowsOf(taken)
  let looked = 0
  for (const unit of lane.units) {
    if (belongs(unit)) {
      if (batch.length > 0 && rows + unit.rows.length > MAX_BATCH_ROWS) break
      rows += unit.rows.length
      lane.rows -= unit.rows.length
      batch.push(unit)
    } else passedOver.push(unit)
    looked += 1
  }
  lane.units.splice(0, looked, ...passedOver)
  return batch
}
