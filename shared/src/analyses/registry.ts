import type { z } from 'zod'
import { z as zod } from 'zod'
import { AccessibilityResult } from './accessibility.ts'
import { AuditResult } from './audit.ts'
import { ContentOptions, ContentResult } from './content.ts'
import { IndexabilityResult } from './indexability.ts'
import { KeywordAnalysisOptions, KeywordAnalysisResult } from './keyword-analysis.ts'
import { KeywordDensityResult } from './keyword-density.ts'
import { LinksResult } from './links.ts'
import { MetaTagsResult } from './meta-tags.ts'
import { PageTimingResult } from './page-timing.ts'
import { RawHtmlResult } from './raw-html.ts'
import { RedirectChainsResult } from './redirect-chains.ts'
import { ResourcesResult } from './resources.ts'
import { RobotsTxtResult } from './robots-txt.ts'
import { SecurityHeadersResult } from './security-headers.ts'
import { SitemapResult } from './sitemap.ts'
import { StructuredDataResult } from './structured-data.ts'

/** The two sides of an analysis that controller and agents agree on. */
interface AnalysisShape {
  /** Besides the address; what the caller may choose. */
  readonly options: z.ZodObject
  /** Checked by the controller: an agent may be wrong, or lie. */
  readonly result: z.ZodType
}

const NoOptions = zod.object({})

/** Every analysis of one URL, by the last part of its path. */
export const ANALYSES = {
  accessibility: { options: NoOptions, result: AccessibilityResult },
  audit: { options: NoOptions, result: AuditResult },
  content: { options: ContentOptions, result: ContentResult },
  indexability: { options: NoOptions, result: IndexabilityResult },
  'keyword-analysis': { options: KeywordAnalysisOptions, result: KeywordAnalysisResult },
  'keyword-density': { options: NoOptions, result: KeywordDensityResult },
  links: { options: NoOptions, result: LinksResult },
  'meta-tags': { options: NoOptions, result: MetaTagsResult },
  'page-timing': { options: NoOptions, result: PageTimingResult },
  'raw-html': { options: NoOptions, result: RawHtmlResult },
  'redirect-chains': { options: NoOptions, result: RedirectChainsResult },
  resources: { options: NoOptions, result: ResourcesResult },
  'robots-txt': { options: NoOptions, result: RobotsTxtResult },
  'security-headers': { options: NoOptions, result: SecurityHeadersResult },
  sitemap: { options: NoOptions, result: SitemapResult },
  'structured-data': { options: NoOptions, result: StructuredDataResult },
} as const satisfies Record<string, AnalysisShape>

export type AnalysisName = keyof typeof ANALYSES
export type AnalysisOptions<N extends AnalysisName> = z.output<(typeof ANALYSES)[N]['options']>
export type AnalysisResult<N extends AnalysisName> = z.output<(typeof ANALYSES)[N]['result']>
