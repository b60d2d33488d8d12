import { MAX_SLOT_LATENESS_MS, SLOT_STEP_MS } from '@sightline/shared/protocol'
import type { DueQueue } from './due-queue.ts'
import { createDueQueue } from './due-queue.ts'
import type { Grid } from './slots.ts'
import { slotAtOrAfter, slotsBetween } from './slots.ts'

/** The timer looks at the clock at least this often, so that a clock that was set is noticed. */
const MAX_SLEEP_MS = 250
/** A clock that went back further than this was set, not slewed. */
const BACKWARD_JUMP_MS = 1_000

/** Entries in the queue of which it does not matter how many are of no use. */
const FEW_ENTRIES = 1_000

/** Fires the slots of every assignment with one timer. */
export interface Ticker {
  /** Adds a monitor, or moves it to another grid; the same grid again changes nothing.
   *  @param fromMs its first slot is at or after this; in the past, the slots since are run at once
   *    as far as they may still be run */
  readonly set: (monitorId: number, grid: Grid, fromMs: number) => void
  readonly remove: (monitorId: number) => void
  /** Runs what is due. @returns ms until it should be called again */
  readonly advance: () => number
  /** Every slot before this instant was fired or skipped. */
  readonly firedThroughMs: () => number
  /** Slots skipped since the start because they were too late. */
  readonly missed: () => number
  readonly start: () => void
  readonly stop: () => void
}

interface Entry {
  readonly monitorId: number
  readonly grid: Grid
  dueAtMs: number
}

export interface QueuedEntry {
  readonly dueAtMs: number
  readonly entry: Entry
}

/** @param deps.now corrected clock in UNIX ms; it may jump either way
 *  @param deps.fire begins the check of one slot; must not throw
 *  @param deps.queue a test may bring its own */
export function createTicker(deps: {
  now: () => number
  fire: (monitorId: number, slotMs: number) => void
  queue?: DueQueue<QueuedEntry>
}): Ticker {
  const entries = new Map<number, Entry>()
  const queue = deps.queue ?? createDueQueue<QueuedEntry>()
  let lastNowMs = deps.now()
  let missed = 0
  let timer: NodeJS.Timeout | null = null
  let isRunning = false
  let isWaking = false

  function enqueue(entry: Entry, dueAtMs: number): void {
    entry.dueAtMs = dueAtMs
    queue.push({ dueAtMs, entry })
    if (queue.size() > FEW_ENTRIES + 2 * entries.size) tidy()
  }

  /** Entries of no use would come up after hours: monitors that move to another agent and back, again and again, would
   *  leave hundreds of megabytes of them. */
  function tidy(): void {
    queue.clear()
    for (const entry of entries.values()) queue.push({ dueAtMs: entry.dueAtMs, entry })
  }

  /** Removed and moved entries stay in the queue until they come up, or there are many. */
  function isCurrent({ entry, dueAtMs }: QueuedEntry): boolean {
    return entries.get(entry.monitorId) === entry && entry.dueAtMs === dueAtMs
  }

  function restart(nowMs: number): void {
    queue.clear()
    for (const entry of entries.values()) enqueue(entry, slotAtOrAfter(entry.grid, nowMs))
  }

  function fireDue(entry: Entry, nowMs: number): void {
    const { grid, monitorId } = entry
    const oldestMs = Math.max(entry.dueAtMs, slotAtOrAfter(grid, nowMs - MAX_SLOT_LATENESS_MS))
    missed += slotsBetween(grid, entry.dueAtMs, oldestMs)
    let slotMs = oldestMs
    for (; slotMs <= nowMs; slotMs += grid.periodMs) deps.fire(monitorId, slotMs)
    enqueue(entry, slotMs)
  }

  function advance(): number {
    const nowMs = deps.now()
    if (nowMs < lastNowMs - BACKWARD_JUMP_MS) restart(nowMs)
    lastNowMs = nowMs
    for (;;) {
      const next = queue.peek()
      if (next === undefined) return MAX_SLEEP_MS
      if (!isCurrent(next)) {
        queue.pop()
        continue
      }
      if (next.dueAtMs > nowMs) return Math.min(next.dueAtMs - nowMs, MAX_SLEEP_MS)
      queue.pop()
      fireDue(next.entry, nowMs)
    }
  }

  function run(): void {
    isWaking = false
    if (!isRunning) return
    if (timer !== null) clearTimeout(timer)
    const beforeMs = deps.now()
    const dueAtMs = beforeMs + advance()
    // A controller of before SLOT_STEP_MS may have given slots between the steps.
    const wakeAtMs = Math.ceil(dueAtMs / SLOT_STEP_MS) * SLOT_STEP_MS
    // Beginning the checks took its time.
    const sleepMs = Math.min(wakeAtMs - deps.now(), MAX_SLEEP_MS)
    // Never 0: timers fire up to 1 ms early, and a slot must not be waited for in a busy loop.
    timer = setTimeout(run, Math.max(1, sleepMs))
  }

  function wake(): void {
    if (isWaking) return
    isWaking = true
    setImmediate(run)
  }

  return {
    set(monitorId, grid, fromMs) {
      const known = entries.get(monitorId)
      if (known?.grid.periodMs === grid.periodMs && known.grid.phaseMs === grid.phaseMs) return
      const { periodMs, phaseMs } = grid
      const entry: Entry = { monitorId, grid: { periodMs, phaseMs }, dueAtMs: 0 }
      entries.set(monitorId, entry)
      enqueue(entry, slotAtOrAfter(grid, Math.max(fromMs, deps.now() - MAX_SLOT_LATENESS_MS)))
      // The timer sleeps at most 250 ms: only what is due already is worth waking it for.
      if (isRunning && entry.dueAtMs <= deps.now() + MAX_SLEEP_MS) wake()
    },
    remove(monitorId) {
      entries.delete(monitorId)
    },
    advance,
    firedThroughMs() {
      const nowMs = deps.now()
      const next = queue.peek()
      return next === undefined ? nowMs : Math.min(next.dueAtMs, nowMs)
    },
    missed: () => missed,
    start() {
      isRunning = true
      run()
    },
    stop() {
      isRunning = false
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
