import type { Logger } from '@sightline/shared/logger'
import { createTroubleLog } from '../process/trouble-log.ts'
import { createAcknowledger } from './acknowledge-in-turn.ts'
import { createCare } from './care.ts'
import type { Commit } from './patient-store.ts'
import { createPatientStore } from './patient-store.ts'
import type { IntakeUnit } from './waiting-units.ts'
import { createWaitingUnits, MAX_BATCH_ROWS } from './waiting-units.ts'

/** Where agents' results wait for their transaction. */
export interface IngestQueue {
  readonly add: (unit: IntakeUnit) => void
  /** True while so much is waiting that agents must stop sending. */
  readonly isFull: () => boolean
  /** True while so many results that failed, or answer a recheck, wait that nobody should be asked for more of them. */
  readonly isBehind: () => boolean
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
  /** Transactions that were begun anew, since live results of them were there already. */
  readonly clashes: number
  /** Senders of such results, whose results are handled with care for a time. */
  readonly sendersInCare: number
}

/** How long a passing result waits for company at least, and how far apart transactions begin while few
 *  come: at 100 results a second, nine transactions a second took more than the results in them. */
const LINGER_MS = 100
const RHYTHM_MS = 400

/** Agents are told to stop above the first and to go on below the second. */
const FULL_ROWS = 20_000
const ROOM_ROWS = 10_000

/** About what is stored and judged in half a second: more answers would wait here, and only grow late. */
const BEHIND_ROWS = 500

/** Transactions under way at once. With two, one is prepared here while the other is in the database:
 *  on two cores 1.5 times the rate of one (51,000 results a second against 34,000); a third added 6 %. */
const MAX_TRANSACTIONS = 2

/** The second begins where so many results wait, or the first takes so long. What fails comes in small messages of many
 *  agents: a transaction took more than the results in it, and two of few results waited for each other's latest states. */
const SECOND_ROWS = 100
const SECOND_AFTER_MS = 500

/** A message of which nothing can be stored waits to be acknowledged too, and takes memory: it counts as a result. */
const placesOf = ({ rows }: IntakeUnit): number => Math.max(1, rows.length)

export function createIngestQueue(commit: Commit, log: Logger): IngestQueue {
  const care = createCare(log)
  const needsCare = ({ sender }: IntakeUnit): boolean => care.has(sender.tokenId)
  const waiting = createWaitingUnits(needsCare)
  const waitingForRoom: (() => void)[] = []
  const stopping = new AbortController()
  let waitingRows = 0
  let refusedRows = 0
  let clashes = 0
  let lingering: NodeJS.Timeout | null = null
  let begunAtMs = -Infinity
  const running = new Set<Promise<void>>()
  const trouble = createTroubleLog(log, {
    met: 'results cannot be stored now, trying again',
    over: 'results are stored again',
  })
  const store = createPatientStore({
    commit,
    stopping: stopping.signal,
    waitingRows: () => waitingRows,
    trouble,
  })
  const acknowledgeInTurn = createAcknowledger()

  async function storeUnits(units: readonly IntakeUnit[]): Promise<void> {
    const rows = units.flatMap((unit) => unit.rows)
    try {
      if (rows.length === 0) return
      const areFresh = units.every((unit) => unit.live && !needsCare(unit))
      const refused = await store.store(rows, areFresh, (found) => {
        clashes += 1
        // From now on whoever sent them is handled with care.
        care.take(units, found)
      })
      const [first] = refused
      if (first === undefined) return
      refusedRows += refused.length
      log.error(
        { err: first.error, row: first.row, refused: refused.length },
        'results cannot be stored and were left out',
      )
    } finally {
      for (const unit of units) waitingRows -= placesOf(unit)
    }
  }

  async function run(): Promise<void> {
    do {
      const units = waiting.take()
      if (units.length === 0) return
      begunAtMs = performance.now()
      const stored = storeUnits(units)
      for (const unit of units) acknowledgeInTurn(unit, stored)
      // Fails only while stopping.
      await stored.catch(() => undefined)
      if (waitingRows < ROOM_ROWS) for (const call of waitingForRoom.splice(0)) call()
    } while (!stopping.signal.aborted && waiting.isPressing())
  }

  function start(): void {
    if (lingering !== null) clearTimeout(lingering)
    lingering = null
    if (running.size >= MAX_TRANSACTIONS) return
    if (running.size > 0 && isSoonOver() && waiting.rowsOfNext() < SECOND_ROWS) return
    const runner = run().finally(() => {
      running.delete(runner)
      linger()
    })
    running.add(runner)
  }

  const isSoonOver = (): boolean => performance.now() - begunAtMs < SECOND_AFTER_MS

  function linger(): void {
    const isIdle = running.size === 0 && !waiting.isEmpty()
    if (!isIdle || lingering !== null || stopping.signal.aborted) return
    const sinceMs = performance.now() - begunAtMs
    lingering = setTimeout(start, Math.max(LINGER_MS, RHYTHM_MS - sinceMs))
  }

  return {
    add(unit) {
      if (stopping.signal.aborted) return
      waiting.add(unit)
      waitingRows += placesOf(unit)
      if (unit.urgent || waitingRows >= MAX_BATCH_ROWS) start()
      else linger()
    },
    isFull: () => waitingRows >= FULL_ROWS,
    isBehind: () => waiting.urgentRows() >= BEHIND_ROWS,
    whenRoom(call) {
      waitingForRoom.push(call)
    },
    async stop() {
      stopping.abort()
      if (lingering !== null) clearTimeout(lingering)
      await Promise.all(running)
    },
    stats: () => ({
      waitingRows,
      ...store.stats(),
      refusedRows,
      clashes,
      sendersInCare: care.count(),
    }),
  }
}
