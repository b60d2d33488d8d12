import { findOverlap } from './overlap.ts'
import { refuseTime, shownTime } from './refuse-time.ts'
import type { MaintenanceRule, Span } from './rule.ts'
import type { Occurrence, Schedule } from './schedule.ts'
import { findConflict } from './schedule.ts'
import { MAX_WINDOW_DAYS } from './window-input.ts'

const MAX_WINDOW_MS = MAX_WINDOW_DAYS * 86_400_000

/** Which fields a request holds: an error names one that was sent. */
interface Sent {
  readonly from?: unknown
  readonly to?: unknown
  readonly effectiveTo?: unknown
}

/** A window or an occurrence ends after it begins, and within 30 days.
 *  @throws AppError badRequest Source: contract, "POST /api/v1/maintenance" */
export function checkSpan({ fromMs, toMs }: Span, sent: Sent): void {
  const isToSent = sent.to !== undefined
  if (toMs <= fromMs) {
    throw isToSent
      ? refuseTime('to', toMs, `it must be after "from", which is ${shownTime(fromMs)}`)
      : refuseTime('from', fromMs, `it must be before "to", which is ${shownTime(toMs)}`)
  }
  if (toMs - fromMs <= MAX_WINDOW_MS) return
  const most = `at most ${MAX_WINDOW_DAYS} days`
  throw isToSent
    ? refuseTime('to', toMs, `it must be ${most} after "from", which is ${shownTime(fromMs)}`)
    : refuseTime('from', fromMs, `it must be ${most} before "to", which is ${shownTime(toMs)}`)
}

/** @throws AppError badRequest for a rule that is too long, ends before it begins, or whose occurrences
 *    overlap each other. Source: contract, "POST /api/v1/maintenance" */
export function checkRule(rule: MaintenanceRule, sent: Sent): void {
  checkSpan(rule, sent)
  const { fromMs, toMs, effectiveToMs } = rule
  if (effectiveToMs !== null && effectiveToMs < fromMs) {
    throw sent.effectiveTo === undefined
      ? refuseTime(
          'from',
          fromMs,
          `it must not be after "effectiveTo", which is ${shownTime(effectiveToMs)}`,
        )
      : refuseTime(
          'effectiveTo',
          effectiveToMs,
          `it must not be before "from", which is ${shownTime(fromMs)}; null repeats for ever`,
        )
  }
  const overlap = findOverlap(rule)
  if (overlap === null) return
  const [one, next] = overlap
  throw refuseTime(
    'to',
    toMs,
    `occurrences would overlap, as the one that begins at ${shownTime(one.fromMs)} ends at ${shownTime(one.toMs)} and the next begins at ${shownTime(next.fromMs)}; make the window shorter, or send a larger repeatEvery or an earlier effectiveTo`,
  )
}

/** What a moved or running occurrence may not share time with: the window's others.
 *  @throws AppError badRequest */
export function checkConflict(schedule: Schedule, moved: Occurrence, sent: Sent): void {
  const other = findConflict(schedule, moved)
  if (other === null) return
  const [field, ms] =
    sent.to === undefined ? (['from', moved.fromMs] as const) : (['to', moved.toMs] as const)
  throw refuseTime(
    field,
    ms,
    `the occurrence would overlap the one from ${shownTime(other.fromMs)} to ${shownTime(other.toMs)} of the same window`,
  )
}

/** The occurrence that is under way stays when the rule changes: the new rule's must begin after it.
 *  @param running null when none is
 *  @throws AppError badRequest */
export function checkRunningIsKept(
  schedule: Schedule,
  running: Occurrence | null,
  sent: Sent,
): void {
  const other = running === null ? null : findConflict(schedule, running)
  if (running === null || other === null) return
  const { fromMs, toMs } = schedule.rule
  const [field, ms] =
    sent.from === undefined && sent.to !== undefined
      ? (['to', toMs] as const)
      : (['from', fromMs] as const)
  throw refuseTime(
    field,
    ms,
    `the occurrence that begins at ${shownTime(other.fromMs)} would overlap the one under way, which is kept and ends at ${shownTime(running.toMs)}; let it begin later, or end that one first`,
  )
}
