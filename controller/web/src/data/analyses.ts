import { queryOptions } from '@tanstack/react-query'
import type { AccessibilityResult } from '@sightline/shared/analyses/accessibility'
import type { AiReadinessResult } from '@sightline/shared/analyses/ai-readiness'
import type { AuditResult } from '@sightline/shared/analyses/audit'
import type { ContentResult } from '@sightline/shared/analyses/content'
import type { IndexabilityResult } from '@sightline/shared/analyses/indexability'
import type { KeywordAnalysisResult } from '@sightline/shared/analyses/keyword-analysis'
import type { KeywordDensityResult } from '@sightline/shared/analyses/keyword-density'
import type { LighthouseResult } from '@sightline/shared/analyses/lighthouse'
import type { LinksResult } from '@sightline/shared/analyses/links'
import type { MetaTagsResult } from '@sightline/shared/analyses/meta-tags'
import type { RedirectChainsResult } from '@sightline/shared/analyses/redirect-chains'
import type { RobotsTxtResult } from '@sightline/shared/analyses/robots-txt'
import type { ScreenshotResult } from '@sightline/shared/analyses/screenshot'
import type { SecurityHeadersResult } from '@sightline/shared/analyses/security-headers'
import type { SitemapResult } from '@sightline/shared/analyses/sitemap'
import type { StructuredDataResult } from '@sightline/shared/analyses/structured-data'
import type { WaterfallResult } from '@sightline/shared/analyses/waterfall'
import type { PageTimingResult } from '@sightline/shared/analyses/page-timing'
import type { z } from 'zod'
import { api, ApiError } from './api.ts'
import { createTurns } from './in-turn.ts'

/** What each analysis that the app shows answers. */
export interface Analyses {
  readonly audit: z.input<typeof AuditResult>
  readonly 'meta-tags': z.input<typeof MetaTagsResult>
  readonly 'security-headers': z.input<typeof SecurityHeadersResult>
  readonly waterfall: z.input<typeof WaterfallResult>
  readonly content: z.input<typeof ContentResult>
  readonly links: z.input<typeof LinksResult>
  readonly 'structured-data': z.input<typeof StructuredDataResult>
  readonly 'redirect-chains': z.input<typeof RedirectChainsResult>
  readonly 'robots-txt': z.input<typeof RobotsTxtResult>
  readonly sitemap: z.input<typeof SitemapResult>
  readonly lighthouse: z.input<typeof LighthouseResult>
  readonly indexability: z.input<typeof IndexabilityResult>
  readonly accessibility: z.input<typeof AccessibilityResult>
  readonly 'ai-readiness': z.input<typeof AiReadinessResult>
  readonly 'keyword-density': z.input<typeof KeywordDensityResult>
  readonly 'keyword-analysis': z.input<typeof KeywordAnalysisResult>
  readonly screenshot: z.input<typeof ScreenshotResult>
  readonly 'page-timing': z.input<typeof PageTimingResult>
}
export type AnalysisOf<N extends keyof Analyses> = Analyses[N]

/** A page hardly changes while somebody reads about it. */
const FRESH_MS = 600_000
/** So few analyses at a time: a small agent serves others too, and the most wanted come first. */
const AT_ONCE = 3
/** How often an analysis is asked for that the controller refuses for now. */
const MAX_TRIES = 3
/** The same of an agent that is busy: its browser may have a queue. */
const MAX_BUSY_TRIES = 8
/** A busy agent asks to come again so soon; where no location can do it at all the wait is longer, and nobody should
 *  look at an empty page for it. */
const SOON_SECONDS = 5
/** The slowest waits for a browser and then has it for a minute. */
const ANALYSIS_MS = 180_000
/** Where the controller does not say when to come again. */
const WAIT_SECONDS = 5

/** Does what asks an agent when it is its turn. */
export const inTurn = createTurns(AT_ONCE)

/** "Too many" and "busy" are waited for; any other refusal is final. */
function isWorthWaiting(failed: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, retryAfterSeconds } = error
  if (status === 429) return failed < MAX_TRIES
  const isBusy = status === 503 && retryAfterSeconds !== null && retryAfterSeconds <= SOON_SECONDS
  return isBusy && failed < MAX_BUSY_TRIES
}

/** How often and when a query is asked again that an agent was too busy for. */
export const PATIENCE = {
  retry: isWorthWaiting,
  retryDelay: (_failed: number, error: Error) =>
    1_000 * ((error instanceof ApiError ? error.retryAfterSeconds : null) ?? WAIT_SECONDS),
}

export const analysisQuery = <N extends keyof Analyses>(
  name: N,
  url: string,
  parameters: Readonly<Record<string, string>> = {},
) =>
  queryOptions({
    queryKey: ['analysis', name, url, parameters],
    queryFn: ({ signal }) =>
      inTurn(
        () =>
          api<Analyses[N]>(`/api/v1/${name}`, {
            query: { url, ...parameters },
            signal,
            patienceMs: ANALYSIS_MS,
          }),
        signal,
      ),
    staleTime: FRESH_MS,
    ...PATIENCE,
  })
