import type { Cause } from '@sightline/shared/causes'
import type { ResultStatus } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import type { UptimeCheckOutput } from '@sightline/shared/uptime-check'
import type { RegionFinding } from './uptime-verdict.ts'

/** One region's part of a one-off check. */
export interface RegionCheck {
  readonly region: string
  readonly status: ResultStatus
  readonly statusCode: number | null
  readonly responseMs: number | null
  readonly timings: UptimeCheckOutput['timings']
  readonly error: string | null
  readonly cause: Cause | null
}

const NO_TIMINGS = {
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  downloadMs: null,
} as const

/** What asking a region gave: a finding, or why there is none. */
export type RegionAnswer = RegionFinding &
  ({ readonly finding: UptimeCheckOutput } | { readonly finding: null; readonly refusal: AppError })

/** A region's part of the answer. */
export function regionCheck(answer: RegionAnswer): RegionCheck {
  const { region, finding } = answer
  if (finding === null) {
    return {
      region,
      status: 'unknown',
      statusCode: null,
      responseMs: null,
      timings: NO_TIMINGS,
      error: answer.refusal.message,
      cause: 'agentFault',
    }
  }
  const { status, statusCode, responseMs, timings, failure } = finding
  const [error, cause] = [failure?.message ?? null, failure?.cause ?? null]
  return { region, status, statusCode, responseMs, timings, error, cause }
}

/** @throws AppError when no region has an answer, or the target may not be checked */
export function refuseWithoutFindings(answers: readonly RegionAnswer[]): void {
  const findings = answers.flatMap(({ finding }) => finding ?? [])
  if (findings.length === 0) {
    const refusals = answers.flatMap((answer) => (answer.finding === null ? answer.refusal : []))
    const busy = refusals.find(({ code }) => code === 'unavailable')
    throw busy ?? new AppError('upstreamFailed', 'No agent gave an answer: try again.')
  }
  const blocked = findings.filter(({ failure }) => failure?.isBlocked === true)
  if (blocked.length < findings.length) return
  // It says that the address may not be checked, and why.
  throw new AppError('forbidden', blocked[0]?.failure?.message ?? '')
}
