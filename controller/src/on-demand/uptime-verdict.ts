import type { Cause } from '@sightline/shared/causes'
import type { ResultStatus } from '@sightline/shared/check-words'
import type { UptimeCheckOutput } from '@sightline/shared/uptime-check'

/** What one region found; null when its agent gave no answer. */
export interface RegionFinding {
  readonly region: string
  readonly finding: UptimeCheckOutput | null
}

/** What the regions say together. */
export interface UptimeVerdict {
  readonly status: ResultStatus
  readonly statusCode: number | null
  /** Average over the regions where it works, else over those that got an answer, ms with one decimal;
   *  null without an answer. */
  readonly responseMs: number | null
  readonly cause: Cause | null
  /** One sentence for people. */
  readonly explanation: string
}

/** @param counted what the regions that could tell found
 *  @param asked how many regions were asked */
function majorityStatus(counted: readonly ResultStatus[], asked: number): ResultStatus {
  const count = (status: ResultStatus): number => counted.filter((each) => each === status).length
  const majority = Math.floor(counted.length / 2) + 1
  if (counted.length === 0) return 'unknown'
  // Of several regions one alone never calls it down: what it sees may be its own trouble.
  if (asked > 1 && counted.length === 1 && count('down') === 1) return 'unknown'
  if (count('down') >= majority) return 'down'
  return count('down') > 0 || count('degraded') >= majority ? 'degraded' : 'up'
}

/** The value that occurs most often, the first of several. */
function mostFrequent<T>(values: readonly T[]): T | null {
  let best: T | null = null
  let most = 0
  for (const value of values) {
    const count = values.filter((each) => each === value).length
    if (count > most) [best, most] = [value, count]
  }
  return best
}

function average(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return Math.round((values.reduce((sum, ms) => sum + ms, 0) / values.length) * 10) / 10
}

/** Judges a one-off check by the rule of monitors: down when the majority of the regions that could
 *  tell says so, and at least two where several were asked; degraded when a minority does.
 *  Source: decisions, section 4; monitoring design, section 3 (3, 5 and 6) */
export function uptimeVerdict(findings: readonly RegionFinding[]): UptimeVerdict {
  const known = findings.flatMap(({ finding }) => finding ?? [])
  const counted = known.map((finding) => finding.status).filter((each) => each !== 'unknown')
  const status = majorityStatus(counted, findings.length)
  const good = known.filter((finding) => finding.status === 'up' || finding.status === 'degraded')
  const telling = status === 'up' ? [] : known.filter(({ failure }) => failure !== null)
  // A failing minority is what degrades a target, not the few milliseconds of another region.
  const isDown = telling.some((finding) => finding.status === 'down')
  const decisive = telling.filter((finding) => !isDown || finding.status === 'down')
  const cause = mostFrequent(decisive.flatMap(({ failure }) => failure?.cause ?? []))
  const example = decisive.find(({ failure }) => failure?.cause === cause)?.failure?.message
  const timed = good.length > 0 ? good : known
  const shown = status === 'down' ? decisive : timed
  const responseMs = average(timed.flatMap((finding) => finding.responseMs ?? []))
  const places = (count: number): string => {
    if (findings.length === 1) return `from ${findings[0]?.region}`
    if (counted.length === findings.length) return `from ${count} of ${counted.length} regions`
    if (counted.length === 1)
      return `from the only one of ${findings.length} regions that could tell`
    return `from ${count} of ${counted.length} regions that could tell`
  }
  const others = counted.length - decisive.length === 1 ? 'the other' : 'the others'
  const reason = example === undefined ? '' : ` ${example}`
  const explanation = {
    up: `It is up ${places(good.length)}${responseMs === null ? '' : `, answering in ${responseMs} ms`}.`,
    degraded: isDown
      ? `It fails ${places(decisive.length)} and works from ${others}.${reason}`
      : `It works, but not well, ${places(decisive.length)}.${reason}`,
    down: `It is down ${places(decisive.length)}.${reason}`,
    unknown: isDown
      ? `It fails ${places(1)}, which is too few to call it down.${reason}`
      : `No region could tell.${reason}`,
  }[status]
  return {
    status,
    statusCode: mostFrequent(shown.flatMap((finding) => finding.statusCode ?? [])),
    responseMs,
    cause,
    explanation,
  }
}
