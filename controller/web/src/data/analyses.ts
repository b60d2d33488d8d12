import { queryOptions } from '@tanstack/react-query'
import type { AuditResult } from '@sightline/shared/analyses/audit'
import type { ContentResult } from '@sightline/shared/analyses/content'
import type { LighthouseResult } from '@sightline/shared/analyses/lighthouse'
import type { LinksResult } from '@sightline/shared/analyses/links'
import type { MetaTagsResult } from '@sightline/shared/analyses/meta-tags'
import type { RedirectChainsResult } from '@sightline/shared/analyses/redirect-chains'
import type { RobotsTxtResult } from '@sightline/shared/analyses/robots-txt'
import type { SecurityHeadersResult } from '@sightline/shared/analyses/security-headers'
import type { SitemapResult } from '@sightline/shared/analyses/sitemap'
import type { StructuredDataResult } from '@sightline/shared/analyses/structured-data'
import type { WaterfallResult } from '@sightline/shared/analyses/waterfall'
import type { z } from 'zod'
import { api } from './api.ts'

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
}
export type AnalysisOf<N extends keyof Analyses> = Analyses[N]

/** A page hardly changes while somebody reads about it. */
const FRESH_MS = 600_000

export const analysisQuery = <N extends keyof Analyses>(
  name: N,
  url: string,
  parameters: Readonly<Record<string, string>> = {},
) =>
  queryOptions({
    queryKey: ['analysis', name, url, parameters],
    queryFn: ({ signal }) =>
      api<Analyses[N]>(`/api/v1/${name}`, { query: { url, ...parameters }, signal }),
    staleTime: FRESH_MS,
    retry: false,
  })

export interface Screenshot {
  readonly width: number
  readonly height: number
  readonly mimeType: string
  /** Base64. */
  readonly data: string
}

export const screenshotQuery = (url: string, device: 'mobile' | 'desktop') =>
  queryOptions({
    queryKey: ['analysis', 'screenshot', url, device],
    queryFn: ({ signal }) =>
      api<Screenshot>('/api/v1/screenshot', { query: { url, device, format: 'json' }, signal }),
    staleTime: FRESH_MS,
    retry: false,
  })
