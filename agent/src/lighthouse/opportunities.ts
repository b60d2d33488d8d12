import type { LighthouseResult } from '@sightline/shared/analyses/lighthouse'
import {
  MAX_DISPLAY_LENGTH,
  MAX_OPPORTUNITIES,
  MAX_TITLE_LENGTH,
} from '@sightline/shared/analyses/lighthouse'
import type { z } from 'zod'
import { OPPORTUNITY_AUDITS } from './audit-ids.ts'
import { scoreOf, shown } from './figures.ts'
import type { Report, ReportedAudit } from './report.ts'

type Opportunity = z.output<typeof LighthouseResult>['opportunities'][number]

/** The metrics whose savings are times until the page is there. */
const TIMED = ['FCP', 'LCP', 'TBT'] as const

/** The largest that is known; null where none is. */
function largest(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined).map((value) => Math.round(value))
  return known.length === 0 ? null : Math.max(0, ...known)
}

function savingsText({ savingsMs, savingsBytes }: Pick<Opportunity, 'savingsMs' | 'savingsBytes'>) {
  const kib = Math.ceil((savingsBytes ?? 0) / 1024)
  return kib > 0
    ? `Est savings of ${kib.toLocaleString('en-US')} KiB`
    : `Est savings of ${(savingsMs ?? 0).toLocaleString('en-US')} ms`
}

function opportunityOf(id: string, audit: ReportedAudit): Opportunity {
  const { metricSavings = {}, details } = audit
  const savings = {
    savingsMs: largest([
      ...TIMED.map((metric) => metricSavings[metric]),
      details?.overallSavingsMs,
    ]),
    savingsBytes: largest([details?.overallSavingsBytes, details?.debugData?.wastedBytes]),
  }
  return {
    id,
    title: shown(audit.title, MAX_TITLE_LENGTH),
    display: shown(audit.displayValue || savingsText(savings), MAX_DISPLAY_LENGTH),
    score: scoreOf(audit),
    ...savings,
  }
}

const impactMs = ({ savingsMs }: Opportunity): number => savingsMs ?? 0
const impactBytes = ({ savingsBytes }: Opportunity): number => savingsBytes ?? 0

/** What would make the page faster, by the time it saves, then by bytes. An audit that failed at the page
 *  has found nothing.
 *  @throws Error for an audit that this version of Lighthouse does not have */
export function opportunitiesOf({ audits }: Pick<Report, 'audits'>): Opportunity[] {
  return OPPORTUNITY_AUDITS.map((id) => {
    const audit = audits[id]
    if (audit === undefined) throw new Error(`Lighthouse has no audit "${id}"`)
    return opportunityOf(id, audit)
  })
    .filter((each) => impactMs(each) > 0 || impactBytes(each) > 0)
    .toSorted(
      (one, other) => impactMs(other) - impactMs(one) || impactBytes(other) - impactBytes(one),
    )
    .slice(0, MAX_OPPORTUNITIES)
}
