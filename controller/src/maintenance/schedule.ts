import type { MaintenanceRule, Span } from './rule.ts'
import { spansEndingAfter, timetableOf } from './rule.ts'

/** Where an occurrence is in its life. Source: decisions, section 7 */
export const OCCURRENCE_STATUSES = ['scheduled', 'active', 'done', 'cancelled'] as const
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number]

/** One occurrence of a window; UNIX ms. What the rule gives is its original time; one that was moved,
 *  cancelled, or kept when the rule changed is stored. */
export interface Occurrence extends Span {
  /** Tells it from the window's others, whatever becomes of it. */
  readonly originalFromMs: number
  readonly originalToMs: number
  /** null: it was not. One that was under way ended at that moment. */
  readonly cancelledAtMs: number | null
}

/** All occurrences of a window: those that are stored, and the rule's others. */
export interface Schedule {
  readonly rule: MaintenanceRule
  /** The rule's occurrences that begin by then do not count: when the rule was changed, others had begun
   *  in their place. UNIX ms; null: all count. */
  readonly ruleAfterMs: number | null
  readonly stored: readonly Occurrence[]
}

export function statusOf(occurrence: Occurrence, nowMs: number): OccurrenceStatus {
  if (occurrence.cancelledAtMs !== null) return 'cancelled'
  if (nowMs < occurrence.fromMs) return 'scheduled'
  return nowMs < occurrence.toMs ? 'active' : 'done'
}

/** The order occurrences begin in. Those that begin together have one too: which of them is under way
 *  must not depend on where they are kept. */
const byBeginning = (one: Occurrence, other: Occurrence): number =>
  one.fromMs - other.fromMs || one.originalFromMs - other.originalFromMs

/** The occurrences that end after an instant, cancelled ones too, in the order they begin; for a rule
 *  without an end there is always another. */
export function* occurrencesAfter(schedule: Schedule, ms: number): Generator<Occurrence> {
  const stored = schedule.stored.filter((occurrence) => occurrence.toMs > ms).sort(byBeginning)
  for (const occurrence of untouchedAfter(schedule, ms)) {
    while (stored[0] !== undefined && byBeginning(stored[0], occurrence) < 0) {
      yield stored[0]
      stored.shift()
    }
    yield occurrence
  }
  yield* stored
}

/** The rule's own, without those that are stored. */
function* untouchedAfter(schedule: Schedule, ms: number): Generator<Occurrence> {
  const { rule, ruleAfterMs } = schedule
  const touched = new Set(schedule.stored.map((occurrence) => occurrence.originalFromMs))
  // What does not count is not walked through either, were it years of it.
  const afterMs = Math.max(ms, ruleAfterMs ?? -Infinity)
  for (const span of spansEndingAfter(rule, afterMs)) {
    if (ruleAfterMs !== null && span.fromMs <= ruleAfterMs) continue
    if (!touched.has(span.fromMs)) yield untouched(span)
  }
}

function untouched({ fromMs, toMs }: Span): Occurrence {
  return { fromMs, toMs, originalFromMs: fromMs, originalToMs: toMs, cancelledAtMs: null }
}

/** The first occurrences of a schedule that are not over: those under way and those to come.
 *  @param limit how many at most */
export function nextOccurrences(schedule: Schedule, nowMs: number, limit: number): Occurrence[] {
  const next: Occurrence[] = []
  for (const occurrence of occurrencesAfter(schedule, nowMs)) {
    next.push(occurrence)
    if (next.length === limit) break
  }
  return next
}

/** The first occurrence that is under way or will be; null when the window is finished. */
export function liveOccurrence(schedule: Schedule, nowMs: number): Occurrence | null {
  return firstHappening(schedule, nowMs, () => true)
}

/** The first occurrence that will begin; null when none will. */
export function comingOccurrence(schedule: Schedule, nowMs: number): Occurrence | null {
  return firstHappening(schedule, nowMs, (occurrence) => occurrence.fromMs > nowMs)
}

/** The occurrence under way; null when none is. */
export function runningOccurrence(schedule: Schedule, nowMs: number): Occurrence | null {
  const live = liveOccurrence(schedule, nowMs)
  return live !== null && live.fromMs <= nowMs ? live : null
}

/** When the window begins or ends next, UNIX ms; null: never again. */
export function nextChangeMs(schedule: Schedule, nowMs: number): number | null {
  const live = liveOccurrence(schedule, nowMs)
  if (live === null) return null
  return live.fromMs > nowMs ? live.fromMs : live.toMs
}

function firstHappening(
  schedule: Schedule,
  nowMs: number,
  matches: (occurrence: Occurrence) => boolean,
): Occurrence | null {
  for (const occurrence of occurrencesAfter(schedule, nowMs)) {
    if (occurrence.cancelledAtMs === null && matches(occurrence)) return occurrence
  }
  return null
}

/** The occurrence that the rule, of today or of its time, gave this beginning; null when there is none.
 *  @param originalFromMs UNIX ms */
export function findOccurrence(schedule: Schedule, originalFromMs: number): Occurrence | null {
  const stored = schedule.stored.find((each) => each.originalFromMs === originalFromMs)
  if (stored !== undefined) return stored
  if (schedule.ruleAfterMs !== null && originalFromMs <= schedule.ruleAfterMs) return null
  const span = timetableOf(schedule.rule).lastBegunBy(originalFromMs)
  return span?.fromMs === originalFromMs ? untouched(span) : null
}

/** Another occurrence that has time in common with what one is to become; null when there is none. */
export function findConflict(schedule: Schedule, moved: Occurrence): Occurrence | null {
  for (const each of occurrencesAfter(schedule, moved.fromMs)) {
    if (each.fromMs >= moved.toMs) return null
    if (each.originalFromMs !== moved.originalFromMs && each.cancelledAtMs === null) return each
  }
  return null
}

/** Whether an occurrence did begin by then, and was not cancelled before. */
function hasBegun({ fromMs, cancelledAtMs }: Occurrence, nowMs: number): boolean {
  return fromMs <= nowMs && (cancelledAtMs === null || cancelledAtMs > fromMs)
}

/** The schedule after its rule changed: every occurrence that has not begun gives way to the new rule's,
 *  moved and cancelled ones too. One under way is kept as it is, in place of what the new rule would
 *  have begun by now. Source: contract, "PATCH or PUT /api/v1/maintenance/{id}" 1 */
export function withRule(schedule: Schedule, rule: MaintenanceRule, nowMs: number): Schedule {
  const running = runningOccurrence(schedule, nowMs)
  const begun = schedule.stored.filter((occurrence) => hasBegun(occurrence, nowMs))
  const isStored = running === null || begun.includes(running)
  return {
    rule,
    ruleAfterMs: running === null ? null : nowMs,
    stored: isStored ? begun : [...begun, running],
  }
}
