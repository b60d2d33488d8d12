import type { z } from 'zod'
import { z as zod } from 'zod'
import { AccessibilityResult } from './accessibility.ts'
import { AiReadinessResult } from './ai-readiness.ts'
import { AuditResult } from './audit.ts'
import { ContentOptions, ContentResult } from './content.ts'
import { IndexabilityResult } from './indexability.ts'
import { KeywordAnalysisOptions, KeywordAnalysisResult } from './keyword-analysis.ts'
import { KeywordDensityResult } from './keyword-density.ts'
import { LighthouseOptions, LighthouseResult } from './lighthouse.ts'
import { LinksResult } from './links.ts'
import { MetaTagsResult } from './meta-tags.ts'
import { PageTimingResult } from './page-timing.ts'
import { RawHtmlResult } from './raw-html.ts'
import { RedirectChainsResult } from './redirect-chains.ts'
import { ResourcesResult } from './resources.ts'
import { RobotsTxtResult } from './robots-txt.ts'
import { ScreenshotOptions, ScreenshotResult } from './screenshot.ts'
import { SecurityHeadersResult } from './security-headers.ts'
import { SitemapResult } from './sitemap.ts'
import { StructuredDataResult } from './structured-data.ts'
import { WaterfallOptions, WaterfallResult } from './waterfall.ts'

/** How a browser takes part in an analysis: without one it cannot be made (`needed`), or tells less
 *  (`wanted`). */
export type BrowserUse = 'needed' | 'wanted'

/** The two sides of an analysis that controller and agents agree on. */
interface AnalysisShape {
  /** Besides the address; what the caller may choose. */
  readonly options: z.ZodObject
  /** Checked by the controller: an agent may be wrong, or lie. */
  readonly result: z.ZodType
  /** Absent where what the site sends is all there is to it. */
  readonly browser?: BrowserUse
}

const NoOptions = zod.object({})

/** Every analysis of one URL, by the last part of its path. */
export const ANALYSES = {
  accessibility: { options: NoOptions, result: AccessibilityResult, browser: 'wanted' },
  'ai-readiness': { options: NoOptions, result: AiReadinessResult, browser: 'wanted' },
  audit: { options: NoOptions, result: AuditResult },
  content: { options: ContentOptions, result: ContentResult },
  indexability: { options: NoOptions, result: IndexabilityResult },
  'keyword-analysis': { options: KeywordAnalysisOptions, result: KeywordAnalysisResult },
  'keyword-density': { options: NoOptions, result: KeywordDensityResult },
  lighthouse: { options: LighthouseOptions, result: LighthouseResult, browser: 'needed' },
  links: { options: NoOptions, result: LinksResult },
  'meta-tags': { options: NoOptions, result: MetaTagsResult },
  'page-timing': { options: NoOptions, result: PageTimingResult },
  'raw-html': { options: NoOptions, result: RawHtmlResult },
  'redirect-chains': { options: NoOptions, result: RedirectChainsResult },
  resources: { options: NoOptions, result: ResourcesResult },
  'robots-txt': { options: NoOptions, result: RobotsTxtResult },
  screenshot: { options: ScreenshotOptions, result: ScreenshotResult, browser: 'needed' },
  'security-headers': { options: NoOptions, result: SecurityHeadersResult },
  sitemap: { options: NoOptions, result: SitemapResult },
  'structured-data': { options: NoOptions, result: StructuredDataResult },
  waterfall: { options: WaterfallOptions, result: WaterfallResult, browser: 'needed' },
} as const satisfies Record<string, AnalysisShape>

export type AnalysisName = keyof typeof ANALYSES

/** @returns null for an analysis that has no use for a browser */
export function browserUseOf(name: AnalysisName): BrowserUse | null {
  const shape: AnalysisShape = ANALYSES[name]
  return shape.browser ?? null
}

export type AnalysisOptions<N extends AnalysisName> = z.output<(typeof ANALYSES)[N]['options']>
export type AnalysisResult<N extends AnalysisName> = z.output<(typeof ANALYSES)[N]['result']>
