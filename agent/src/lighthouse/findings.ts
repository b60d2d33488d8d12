import type { LighthouseResult } from '@sightline/shared/analyses/lighthouse'
import type { z } from 'zod'
import { printable } from '../outcome/printable.ts'
import { SCORE_CATEGORIES } from './audit-ids.ts'
import { diagnosticsOf, metricsOf } from './figures.ts'
import { opportunitiesOf } from './opportunities.ts'
import type { Report } from './report.ts'
import { UnmeasuredError } from './report.ts'

type Result = z.output<typeof LighthouseResult>

/** What a run of Lighthouse found out about a page. */
export type LabFindings = Pick<
  Result,
  | 'fetchedUrl'
  | 'statusCode'
  | 'lighthouseVersion'
  | 'complete'
  | 'scores'
  | 'metrics'
  | 'opportunities'
  | 'diagnostics'
>

/** What Lighthouse says where it did not wait for the end of a load.
 *  Source: Lighthouse, core/gather/driver/navigation.js ("warningTimeout") */
const TOO_SLOW = /loaded too slowly to finish within the time limit/

const MAX_VERSION_LENGTH = 49

function percent({ categories }: Report, id: string): number {
  const category = categories[id]
  if (category === undefined) throw new Error(`Lighthouse has no category "${id}"`)
  if (category.score === null) {
    throw new UnmeasuredError(
      `Lighthouse could not compute the score "${id}" of this page: one of the audits that count failed.`,
    )
  }
  return Math.round(Math.min(1, Math.max(0, category.score)) * 100)
}

function scoresOf(report: Report): Result['scores'] {
  return {
    performance: percent(report, SCORE_CATEGORIES.performance),
    accessibility: percent(report, SCORE_CATEGORIES.accessibility),
    bestPractices: percent(report, SCORE_CATEGORIES.bestPractices),
    seo: percent(report, SCORE_CATEGORIES.seo),
  }
}

/** Reads the figures out of Lighthouse's own result, which is large and changes with its version.
 *  @param document where the page came from, and its status
 *  @throws UnmeasuredError for what Lighthouse could not find out about this page; Error for what this
 *    version of Lighthouse does not have: nothing absent is ever read as zero */
export function findingsOf(
  report: Report,
  document: Pick<LabFindings, 'fetchedUrl' | 'statusCode'>,
): LabFindings {
  // Metrics first: they say why a score is not there.
  const metrics = metricsOf(report)
  return {
    ...document,
    lighthouseVersion: printable(report.lighthouseVersion, MAX_VERSION_LENGTH),
    complete: report.runWarnings?.some((sentence) => TOO_SLOW.test(sentence)) !== true,
    scores: scoresOf(report),
    metrics,
    opportunities: opportunitiesOf(report),
    diagnostics: diagnosticsOf(report),
  }
}
