import { isIP } from 'node:net'
import { isCause } from '@sightline/shared/causes'
import { PHASES, SOURCE_FROM_PROTO, STATUS_FROM_PROTO } from '@sightline/shared/check-words'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { isRecorded } from '@sightline/shared/tracing/trace'
import { RETENTION_DAYS } from '../db/partitions.ts'
import type { IncomingResult, LatestMark } from '../db/results.ts'
import { SLOT_MARGIN_MS } from '../db/slot-margin.ts'
import { monitorHash, regionHash } from '../schedule/grid.ts'
import { LATE_AFTER_MS } from '../verdicts/judge.ts'
import { bearsOnStatus } from '../verdicts/result-votes.ts'

/** Clocks are corrected past 2 s (monitoring design, section 2): a slot further ahead is invented. */
const MAX_FUTURE_MS = 60_000

const DAY_MS = 86_400_000

const MAX_ERROR_CHARACTERS = 1_000
const MAX_DETAILS_CHARACTERS = 16_384
const MAX_INTEGER = 2_147_483_647

/** The longest address with a zone; Node takes zones of any length for one, a megabyte too. */
const MAX_IP_CHARACTERS = 64

/** States that a newer version may have are named in the log, which has a line for each reason that is another. */
const MAX_NEWER_STATUS = 20

/** Certificates expire between these years, or their date is nonsense that no column holds. */
const EXPIRY_MS = { from: Date.UTC(1970, 0), to: Date.UTC(10_000, 0) - 1 }

const PHASE_WORDS: ReadonlySet<string> = new Set(PHASES)

/** A result that can be stored, or why it never can be. */
export type Admission =
  | { readonly ok: true; readonly row: IncomingResult }
  | { readonly ok: false; readonly reason: string }

function refused(reason: string): Admission {
  return { ok: false, reason }
}

/** A duration or response time of an agent; null for one that is absent or senseless. */
function milliseconds(value: number | undefined): number | null {
  return value !== undefined && value >= 0 && value <= MAX_INTEGER
    ? Math.round(value * 10) / 10
    : null
}

/** PostgreSQL's text cannot hold NUL, its JSON (the rule's memory, alerts) no half of a surrogate pair,
 *  and nobody reads an endless error. */
function readable(text: string, max: number): string {
  return text.slice(0, max).replaceAll('\0', '').toWellFormed()
}

/** The slot of a check, brought near its beginning: reads look for results by their slots, so many
 *  minutes around. A check beside the grid may begin long after it was asked for (no agent was there, its
 *  host was busy); on the grid a late slot is skipped, a recheck is given up after a minute, and one that far
 *  off is an invention or of a clock that was set meanwhile.
 *  @returns null when it cannot be of its slot */
function slotOf(
  { attempt, confirmation }: Pick<CheckResult, 'attempt' | 'confirmation'>,
  scheduledAtMs: number,
  startedAtMs: number,
): number | null {
  const earliestMs = startedAtMs - SLOT_MARGIN_MS
  const nearMs = Math.min(Math.max(scheduledAtMs, earliestMs), startedAtMs + SLOT_MARGIN_MS)
  return (attempt === 0 || confirmation) && nearMs !== scheduledAtMs ? null : nearMs
}

interface Details {
  readonly text: string | null
  readonly tlsExpiresAtMs: number | null
}

/** What JSON can say and jsonb cannot hold: NUL, and any surrogate written as an escape (a pair is
 *  never written that way by our agents). */
const UNSTORABLE_ESCAPE = /\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})/

/** A number that jsonb may not hold: it takes 131,072 digits before the point and 16,383 after it. */
const MAY_BE_TOO_LARGE = /[eE][+-]?\d{3}|\d{100}/

/** The end of a certificate that an agent tells; none for what can be none. */
function plausibleMs(endsAt: unknown): number[] {
  const endsAtMs = typeof endsAt === 'string' ? Date.parse(endsAt) : Number.NaN
  return endsAtMs >= EXPIRY_MS.from && endsAtMs <= EXPIRY_MS.to ? [endsAtMs] : []
}

function readDetails(text: string): Details | null {
  if (text === '') return { text: null, tlsExpiresAtMs: null }
  if (text.length > MAX_DETAILS_CHARACTERS) return null
  // Hardly any has an escape, and looking for one character is quick.
  if (text.includes('\\u') && UNSTORABLE_ESCAPE.test(text)) return null
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    const { tls } = parsed as { tls?: { expiresAt?: unknown; chainExpiresAt?: unknown } | null }
    // One that it builds on may end before it, and nobody accepts it from then on.
    const ends = [tls?.expiresAt, tls?.chainExpiresAt].flatMap(plausibleMs)
    const tlsExpiresAtMs = ends.length === 0 ? null : Math.min(...ends)
    // JSON.parse made a number beyond all limits Infinity, or 0, which jsonb takes.
    const kept = MAY_BE_TOO_LARGE.test(text) ? JSON.stringify(parsed) : text
    return { text: kept.toWellFormed(), tlsExpiresAtMs }
  } catch {
    return null
  }
}

/** Judges and translates one result. Agents are not trusted: whatever they send must not break a
 *  batch of others', let alone the database.
 *  @param region the region of the agent's token, whatever the agent claims
 *  @param nowMs when it arrived
 *  @param keptDays how long results are kept: older ones have no place to go, and their quarters would be made of them
 *    alone */
export function admitResult(
  result: CheckResult,
  region: string,
  nowMs: number,
  keptDays = RETENTION_DAYS,
): Admission {
  const status = STATUS_FROM_PROTO.get(result.status)
  if (status === undefined) {
    const isNewer = result.status >= 0 && result.status <= MAX_NEWER_STATUS
    return refused(isNewer ? `unknown status ${result.status}` : 'unknown status')
  }
  if (result.monitorId === 0 || result.monitorId > MAX_INTEGER) return refused('no monitor id')
  if (result.attempt > 1_000) return refused(`attempt ${result.attempt}`)
  const checkedAtMs = Number(result.startedAtMs)
  const scheduledAtMs = slotOf(result, Number(result.scheduledAtMs), checkedAtMs)
  if (scheduledAtMs === null) return refused('began too far from its slot')
  if (Math.max(scheduledAtMs, checkedAtMs) > nowMs + MAX_FUTURE_MS)
    return refused('from the future')
  if (Math.min(scheduledAtMs, checkedAtMs) < nowMs - (keptDays - 1) * DAY_MS)
    return refused('older than results are kept')
  const details = readDetails(result.detailsJson)
  if (details === null) return refused('details are no small JSON object')
  const { failure, timings } = result
  const source = failure === undefined ? undefined : SOURCE_FROM_PROTO.get(failure.source)
  const durationMs = Math.min(result.durationMs, MAX_INTEGER)
  const { traceparent } = result
  return {
    ok: true,
    row: {
      monitorId: result.monitorId,
      region,
      scheduledAtMs,
      attempt: result.attempt,
      confirmation: result.confirmation,
      generation: Math.min(result.generation, MAX_INTEGER),
      ...(traceparent !== '' && isRecorded(traceparent) ? { traceparent } : {}),
      // Whoever knows the agent says otherwise.
      counted: true,
      late: nowMs > checkedAtMs + durationMs + LATE_AFTER_MS,
      lateFromMs: checkedAtMs + durationMs + LATE_AFTER_MS,
      checkedAtMs,
      durationMs,
      statusCode: result.statusCode >= 100 && result.statusCode <= 9_999 ? result.statusCode : null,
      responseMs: milliseconds(result.responseMs),
      dnsMs: milliseconds(timings?.dnsMs),
      connectMs: milliseconds(timings?.connectMs),
      tlsMs: milliseconds(timings?.tlsMs),
      firstByteMs: milliseconds(timings?.firstByteMs),
      downloadMs: milliseconds(timings?.downloadMs),
      status,
      failureSource: source ?? (failure === undefined ? null : 'agent'),
      phase: failure !== undefined && PHASE_WORDS.has(failure.phase) ? failure.phase : null,
      cause: failure !== undefined && isCause(failure.cause) ? failure.cause : null,
      error: failure === undefined ? null : readable(failure.message, MAX_ERROR_CHARACTERS),
      ip: result.ip.length > MAX_IP_CHARACTERS || isIP(result.ip) === 0 ? null : result.ip,
      details: details.text,
      tlsExpiresAtMs: details.tlsExpiresAtMs,
      askedAtMs: Number(result.scheduledAtMs),
      regionHash: regionHash(result.monitorId, region),
      monitorHash: monitorHash(result.monitorId),
    },
  }
}

/** What no two results have in common, as text. */
export function keyOf(
  row: Pick<IncomingResult, 'monitorId' | 'region' | 'scheduledAtMs' | 'attempt'>,
): string {
  return `${row.monitorId}/${row.region}/${Math.round(row.scheduledAtMs)}/${row.attempt}`
}

/** Orders rows by their key and keeps the first of each. */
export function orderedByKey(rows: readonly IncomingResult[]): IncomingResult[] {
  const sorted = [...rows].sort(
    (a, b) =>
      a.monitorId - b.monitorId ||
      a.scheduledAtMs - b.scheduledAtMs ||
      (a.region < b.region ? -1 : a.region > b.region ? 1 : a.attempt - b.attempt),
  )
  return sorted.filter((row, index) => {
    const before = sorted[index - 1]
    return (
      before === undefined ||
      before.monitorId !== row.monitorId ||
      before.scheduledAtMs !== row.scheduledAtMs ||
      before.region !== row.region ||
      before.attempt !== row.attempt
    )
  })
}

/** Whether a result says something about the target rather than about us. Of those that do not bear
 *  on the status only good ones do: they tell that it was well while nobody listened, and a failure is for
 *  the rule to judge, which they never reach. */
export function isFinding(
  row: Pick<IncomingResult, 'status' | 'failureSource' | 'late' | 'counted'>,
): boolean {
  if (row.status !== 'down') return row.status !== 'unknown'
  return bearsOnStatus(row) && (row.failureSource === 'target' || row.failureSource === 'network')
}

/** The newest row of a (monitor, region) so far. */
interface Newest extends LatestMark {
  index: number
  checkedAtMs: number
  countedAtMs: number | null
}

const NOT_LATEST: LatestMark = { isLatest: false, countedAtMs: null }

/** What each row says of the latest state of its (monitor, region): only the newest of each does.
 *  @param counts whether a row says something about its target */
export function latestOfRegions(
  rows: readonly IncomingResult[],
  counts: (row: IncomingResult) => boolean,
): LatestMark[] {
  // A text of monitor and region for each row would take three times as long.
  const newest = new Map<string, Map<number, Newest>>()
  for (const [index, row] of rows.entries()) note(newest, row, index, counts(row))
  const marks: LatestMark[] = rows.map(() => NOT_LATEST)
  for (const ofRegion of newest.values()) {
    for (const mark of ofRegion.values()) marks[mark.index] = mark
  }
  return marks
}

function note(
  newest: Map<string, Map<number, Newest>>,
  { region, monitorId, checkedAtMs }: IncomingResult,
  index: number,
  isCounted: boolean,
): void {
  let ofRegion = newest.get(region)
  if (ofRegion === undefined) newest.set(region, (ofRegion = new Map()))
  const known = ofRegion.get(monitorId)
  if (known === undefined) {
    const countedAtMs = isCounted ? checkedAtMs : null
    ofRegion.set(monitorId, { isLatest: true, countedAtMs, index, checkedAtMs })
    return
  }
  if (checkedAtMs > known.checkedAtMs) Object.assign(known, { index, checkedAtMs })
  if (isCounted) known.countedAtMs = Math.max(known.countedAtMs ?? 0, checkedAtMs)
}
