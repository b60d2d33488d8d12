import type {
  AnalysisName,
  AnalysisOptions,
  AnalysisResult,
} from '@sightline/shared/analyses/registry'

/** An analysis, and what is asked of it: the same each time, so that two audits can be compared. */
interface PartOf<N extends AnalysisName> {
  readonly analysis: N
  readonly options: AnalysisOptions<N>
}

const partOf = <N extends AnalysisName>(analysis: N, options: AnalysisOptions<N>): PartOf<N> => ({
  analysis,
  options,
})

/** A picture of a whole page is kept smaller than it is answered elsewhere: at this quality one of 1,350 x 5,000 pixels
 *  takes some 300 kB, and texts are read well. */
const PICTURE = { fullPage: 'true', format: 'jpeg', quality: '60' } as const

/** What an audit can be made of, by the name of the part. */
export const AUDIT_PARTS = {
  accessibility: partOf('accessibility', {}),
  'ai-readiness': partOf('ai-readiness', {}),
  audit: partOf('audit', {}),
  content: partOf('content', { format: 'json' }),
  indexability: partOf('indexability', {}),
  'keyword-density': partOf('keyword-density', {}),
  'lighthouse-desktop': partOf('lighthouse', { device: 'desktop' }),
  'lighthouse-mobile': partOf('lighthouse', { device: 'mobile' }),
  links: partOf('links', {}),
  'meta-tags': partOf('meta-tags', {}),
  'redirect-chains': partOf('redirect-chains', {}),
  'robots-txt': partOf('robots-txt', {}),
  'screenshot-desktop': partOf('screenshot', { device: 'desktop', ...PICTURE }),
  'screenshot-mobile': partOf('screenshot', { device: 'mobile', ...PICTURE }),
  'security-headers': partOf('security-headers', {}),
  sitemap: partOf('sitemap', {}),
  'structured-data': partOf('structured-data', {}),
  waterfall: partOf('waterfall', { device: 'mobile', limit: 100, filmstrip: 'true' }),
} as const satisfies Record<string, PartOf<never> | { readonly analysis: AnalysisName }>

export type AuditPartName = keyof typeof AUDIT_PARTS
export type PartAnalysis<P extends AuditPartName> = (typeof AUDIT_PARTS)[P]['analysis']
export type PartResult<P extends AuditPartName> = AnalysisResult<PartAnalysis<P>>

export const AUDIT_PART_NAMES = Object.keys(AUDIT_PARTS) as [AuditPartName, ...AuditPartName[]]
