import type { Logger } from '@sightline/shared/logger'
import { isDatabaseUnavailable } from '../db/pool.ts'
import type { IncomingResult } from '../db/results.ts'

/** Results of one message of one agent, and what to do once they are safe. */
export interface IntakeUnit {
  readonly rows: readonly IncomingResult[]
  /** Called once every row is committed or refused for good. */
  readonly acknowledge: () => void
  /** True for results of now: they go before any backlog. */
  readonly live: boolean
  /** True when a result failed: it is committed without waiting for company. */
  readonly urgent: boolean
}

/** Where agents' results wait for their transaction. */
export interface IngestQueue {
  readonly add: (unit: IntakeUnit) => void
  /** True while so much is waiting that agents must stop sending. */
  readonly isFull: () => boolean
  /** Calls once, when there is room again. */
  readonly whenRoom: (call: () => void) => void
  /** Stops after what is being committed; the rest stays unacknowledged with its agents. */
  readonly stop: () => Promise<void>
  readonly stats: () => IngestStats
}

export interface IngestStats {
  readonly waitingRows: number
  readonly committedRows: number
  readonly refusedRows: number
  readonly transactions: number
}

/** Rows of one transaction: 2,000 kept the commit under 100 ms where more gained nothing. */
const MAX_BATCH_ROWS = 2_000

/** How long a lone passing result waits for company. A busy queue never waits: what arrives during
 *  one transaction is the next one's batch. */
const LINGER_MS = 100

/** Agents are told to stop above the first and to go on below the second. */
const FULL_ROWS = 20_000
const ROOM_ROWS = 10_000

/** Transactions under way at once. With two, one is prepared here while the other is in the database:
 *  half as many again as with one on two cores, and more gained nothing. */
const MAX_TRANSACTIONS = 2

const RETRY_DELAYS_MS = [100, 250, 500, 1_000, 2_000] as const

/** @param commit stores a batch in one transaction */
export function createIngestQueue(
  commit: (rows: readonly IncomingResult[]) => Promise<void>,
  log: Logger,
): IngestQueue {
  const live: IntakeUnit[] = []
  const backlog: IntakeUnit[] = []
  const waitingForRoom: (() => void)[] = []
  const stopping = new AbortController()
  let waitingRows = 0
  let committedRows = 0
  let refusedRows = 0
  let transactions = 0
  let lingering: NodeJS.Timeout | null = null
  const running = new Set<Promise<void>>()
  // Acknowledgements are cumulative: a batch may only be acknowledged after all before it.
  let acknowledged: Promise<boolean> = Promise.resolve(true)

  function takeBatch(): IntakeUnit[] {
    const taken: IntakeUnit[] = []
    let rows = 0
    for (const lane of [live, backlog]) {
      while (
        lane[0] !== undefined &&
        (taken.length === 0 || rows + lane[0].rows.length <= MAX_BATCH_ROWS)
      ) {
        rows += lane[0].rows.length
        taken.push(lane[0])
        lane.shift()
      }
    }
    return taken
  }

  /** Stores rows; a row the database refuses for good is found by halving and left out, so that it
   *  cannot hold up the others for ever. */
  async function store(rows: readonly IncomingResult[]): Promise<void> {
    try {
      await commitWithPatience(rows)
      committedRows += rows.length
    } catch (error: unknown) {
      if (stopping.signal.aborted) throw error
      const middle = Math.ceil(rows.length / 2)
      if (rows.length > 1) {
        await store(rows.slice(0, middle))
        await store(rows.slice(middle))
        return
      }
      refusedRows += 1
      log.error({ err: error, row: rows[0] }, 'a result cannot be stored and was left out')
    }
  }

  async function commitWithPatience(rows: readonly IncomingResult[]): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        transactions += 1
        await commit(rows)
        return
      } catch (error: unknown) {
        if (!isDatabaseUnavailable(error) || stopping.signal.aborted) throw error
        if (attempt === 0) {
          const reason = error instanceof Error ? error.message : String(error)
          log.warn({ reason, waitingRows }, 'results cannot be stored now, trying again')
        }
        await delay(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] ?? 0)
      }
    }
  }

  function delay(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      function done(): void {
        clearTimeout(timer)
        stopping.signal.removeEventListener('abort', done)
        resolve()
      }
      stopping.signal.addEventListener('abort', done)
    })
  }

  /** Stores one batch and acknowledges it in its turn.
   *  @returns false when it could not be stored because the queue stops */
  async function process(units: readonly IntakeUnit[], before: Promise<boolean>): Promise<boolean> {
    const rows = units.flatMap((unit) => unit.rows)
    let isStored = true
    try {
      if (rows.length > 0) await store(rows)
    } catch {
      isStored = false
    }
    waitingRows -= rows.length
    // Unacknowledged, the agents keep these and everything after them.
    if (!(await before) || !isStored) return false
    for (const unit of units) unit.acknowledge()
    return true
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const units = takeBatch()
      if (units.length === 0) return
      acknowledged = process(units, acknowledged)
      await acknowledged
      if (waitingRows < ROOM_ROWS) for (const call of waitingForRoom.splice(0)) call()
    }
  }

  function start(): void {
    if (lingering !== null) clearTimeout(lingering)
    lingering = null
    if (running.size >= MAX_TRANSACTIONS) return
    const runner = run().finally(() => running.delete(runner))
    running.add(runner)
  }

  return {
    add(unit) {
      if (stopping.signal.aborted) return
      ;(unit.live ? live : backlog).push(unit)
      waitingRows += unit.rows.length
      if (unit.urgent || waitingRows >= MAX_BATCH_ROWS) start()
      else if (running.size === 0) lingering ??= setTimeout(start, LINGER_MS)
    },
    isFull: () => waitingRows >= FULL_ROWS,
    whenRoom(call) {
      waitingForRoom.push(call)
    },
    async stop() {
      stopping.abort()
      if (lingering !== null) clearTimeout(lingering)
      await Promise.all(running)
    },
    stats: () => ({ waitingRows, committedRows, refusedRows, transactions }),
  }
}
