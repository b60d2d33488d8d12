import { CAUSES } from '@sightline/shared/causes'
import type { MonitorType } from '@sightline/shared/check-words'
import { innerSchema } from '@sightline/shared/monitor-types/inner-schema'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { z } from 'zod'
import type { Case, Finding } from './case.ts'
import type { RegionCheck } from './facts.ts'
import { asClause, duration, fromRegions, peerOf } from './wording.ts'

/** What a server's certificate was seen to be. */
export interface SeenCertificate {
  readonly issuer: string
  readonly expiresAt: string | null
  readonly protocol: string | null
  readonly names: readonly string[]
}

/** What the sentences of causes are told from. */
export interface Story {
  readonly type: MonitorType
  /** Whether the type has a setting, by its path ("tls.minVersion"). */
  readonly hasSetting: (path: string) => boolean
  readonly host: string
  /** "host:port". */
  readonly peer: string
  /** What is checked: a URL without its query, or the host. */
  readonly target: string
  /** "from eu-west and us-east". */
  readonly from: string
  /** A check that tells it; null when none is kept. */
  readonly check: RegionCheck | null
  /** Its sentence as a clause, "" when there is none. */
  readonly error: string
  /** "503"; "an error" when none is known. */
  readonly status: string
  /** "10 s". */
  readonly limit: string
  readonly certificate: SeenCertificate | null
  /** Whether a check of the monitor ever passed. */
  readonly hasPassed: boolean
  /** Headers that tell who answered, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Details come from agents, which may be older, or lie. */
export function certificateOf(details: RegionCheck['details']): SeenCertificate | null {
  const { tls } = details
  if (!isRecord(tls)) return null
  const { names } = tls
  return {
    issuer: textOf(tls['issuer']) ?? 'an unknown issuer',
    expiresAt: textOf(tls['expiresAt']),
    protocol: textOf(tls['protocol']),
    names: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
  }
}

/** The telling headers in a check's details. */
export function headersOf(details: RegionCheck['details']): Readonly<Record<string, string>> {
  const { headers } = details
  if (!isRecord(headers)) return {}
  const texts = Object.entries(headers).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string'
  })
  return Object.fromEntries(texts)
}

/** Whether a type of monitor has a setting. */
function hasSetting(type: MonitorType, path: string): boolean {
  let schema: z.ZodType = descriptionOf(type).shape
  for (const name of path.split('.')) {
    const object = innerSchema(schema)
    if (!(object instanceof z.ZodObject) || !Object.hasOwn(object.shape, name)) return false
    schema = object.shape[name] as z.ZodType
  }
  return true
}

/** A URL may hold a token in its query, which has no place in a sentence. */
function shownTarget({ type, url, host, port }: Case['monitor']): string {
  if (!descriptionOf(type).hasPath) return peerOf(host, port)
  return url.replace(/[?#].*$/s, '')
}

/** The server that a dns monitor's check asked, where the fault is not one of names: it is what fails then, not the
 *  name. Null for any other. */
function askedServer(
  { type }: Case['monitor'],
  { cause }: Finding,
  check: RegionCheck | null,
): string | null {
  if (type !== 'dns' || /^(?:dns|ours|partial)$/.test(CAUSES[cause].category)) return null
  const resolver = textOf(check?.details['resolver'])
  // "system" where it is none for everybody.
  return resolver?.includes(':') === true ? resolver : null
}

/** What is known, for the sentence of a finding.
 *  @param voting how many regions said something about the target */
export function storyOf(facts: Case, finding: Finding, voting: number): Story {
  const { monitor, failing } = facts
  const of = failing.filter((check) => finding.regions.includes(check.region))
  const check = of.find((each) => each.cause === finding.cause) ?? of[0] ?? failing[0] ?? null
  const asked = askedServer(monitor, finding, check)
  return {
    type: monitor.type,
    hasSetting: (path) => hasSetting(monitor.type, path),
    host: asked ?? monitor.host,
    peer: asked ?? peerOf(monitor.host, monitor.port),
    target: asked ?? shownTarget(monitor),
    from: fromRegions(finding.regions, voting),
    check,
    error: asClause(check?.error ?? facts.outage.summary),
    status: check?.statusCode == null ? 'an error' : String(check.statusCode),
    limit: duration(monitor.timeoutMs),
    certificate: check === null ? null : certificateOf(check.details),
    hasPassed: facts.hasPassed,
    headers: check === null ? {} : headersOf(check.details),
  }
}
