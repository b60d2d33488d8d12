import type { LighthouseResult } from '@sightline/shared/analyses/lighthouse'
import { MAX_DISPLAY_LENGTH } from '@sightline/shared/analyses/lighthouse'
import type { z } from 'zod'
import { printable } from '../outcome/printable.ts'
import { DIAGNOSTIC_AUDITS, METRIC_AUDITS, THIRD_PARTIES_AUDIT } from './audit-ids.ts'
import type { Report, ReportedAudit } from './report.ts'
import { auditOf, UnmeasuredError } from './report.ts'

type Result = z.output<typeof LighthouseResult>
type Figure = Result['metrics']['speedIndex']

/** Layout shift has no unit, and matters in its thousandths. */
const DECIMALS = 3
/** Of audits that do not judge, when they have something to say. */
const UNJUDGED_SCORE = 0.5

function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

/** Every saving that an audit tells of. */
function savingsOf({
  metricSavings = {},
  details,
}: ReportedAudit): readonly (number | undefined)[] {
  const { overallSavingsMs, overallSavingsBytes, debugData } = details ?? {}
  const bytes = [overallSavingsBytes, debugData?.wastedBytes]
  return [...Object.values(metricSavings), overallSavingsMs, ...bytes]
}

/** From 0 to 1, also where the audit only informs: 1 when nothing is wrong, else 0.5.
 *  Source: analyses design, "lighthouse" */
export function scoreOf(audit: ReportedAudit): number {
  if (audit.score !== null) return Math.min(1, Math.max(0, audit.score))
  return savingsOf(audit).some((saved = 0) => saved > 0) ? UNJUDGED_SCORE : 1
}

/** Text of Lighthouse's as results carry it: with plain spaces, and a limit. */
export function shown(text: string, maxLength: number): string {
  return printable(text.replaceAll('\u00a0', ' ').trim(), maxLength)
}

const unmeasured = ({ title }: ReportedAudit): UnmeasuredError =>
  new UnmeasuredError(`Lighthouse could not measure "${title}" of this page.`)

function thirdPartyCount(report: Report): number {
  const audit = auditOf(report, THIRD_PARTIES_AUDIT)
  const items = audit.details?.items
  if (!Array.isArray(items)) throw unmeasured(audit)
  return items.length
}

/** @param display what people read, where the audit does not say */
function figureOf(
  report: Report,
  id: string,
  display: (value: number) => string = (value) => String(value),
): Figure {
  const audit = auditOf(report, id)
  const { numericValue, displayValue } = audit
  if (numericValue === undefined) throw unmeasured(audit)
  const value = rounded(Math.max(0, numericValue), DECIMALS)
  const text = displayValue === undefined || displayValue === '' ? display(value) : displayValue
  return { value, display: shown(text, MAX_DISPLAY_LENGTH), score: scoreOf(audit) }
}

/** What the parts of an object are, each by the id of its audit. */
function figuresOf<K extends string>(
  report: Report,
  ids: Readonly<Record<K, string>>,
  display?: (value: number) => string,
): Record<K, Figure> {
  const entries = Object.entries<string>(ids)
  return Object.fromEntries(
    entries.map(([name, id]) => [name, figureOf(report, id, display)]),
  ) as Record<K, Figure>
}

/** @throws UnmeasuredError when one is not there */
export const metricsOf = (report: Report): Result['metrics'] => figuresOf(report, METRIC_AUDITS)

const elementsText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'element' : 'elements'}`

/** @throws UnmeasuredError when one is not there */
export function diagnosticsOf(report: Report): Result['diagnostics'] {
  const { domSize, ...others } = DIAGNOSTIC_AUDITS
  return {
    ...figuresOf(report, others),
    domSize: figureOf(report, domSize, elementsText),
    thirdPartyCount: thirdPartyCount(report),
  }
}
