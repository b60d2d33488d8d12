import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { AuditPartName, PartResult } from './parts.ts'

/** Numbers of an audit that are worth to be compared, with what they mean. */
export const AUDIT_FIGURES = {
  failedChecks: 'Checks of the audit that failed.',
  words: 'Words of the visible text.',
  accessibilityScore: 'Score of `accessibility`.',
  securityScore: 'Score of `security-headers`.',
  performanceScore: 'Performance by Lighthouse on a phone, 0 to 100.',
  firstContentfulPaintMs: 'First text or image, by Lighthouse on a phone, ms.',
  largestContentfulPaintMs: 'Largest text or image, by Lighthouse on a phone, ms.',
  totalBlockingMs: 'How long the main thread was too busy, by Lighthouse on a phone, ms.',
  layoutShift: 'How much the content moves, by Lighthouse on a phone.',
  speedIndexMs: 'How soon the content is filled in, by Lighthouse on a phone, ms.',
  firstByteMs: 'First byte of the document in `waterfall`, ms.',
  domContentLoadedMs: 'The document was read in `waterfall`, ms.',
  loadMs: 'The load event in `waterfall`, ms.',
  requests: 'Requests of `waterfall`.',
  transferBytes: 'Bytes over the network in `waterfall`.',
} as const satisfies Record<string, string>

export type FigureName = keyof typeof AUDIT_FIGURES
export type AuditFigures = { readonly [N in FigureName]?: number | undefined }

/** A figure that did not come is not there. */
function present(figures: Readonly<Partial<Record<FigureName, number | null>>>): AuditFigures {
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null))
}

function ofLighthouse({ scores, metrics }: AnalysisResult<'lighthouse'>): AuditFigures {
  return {
    performanceScore: scores.performance,
    firstContentfulPaintMs: metrics.firstContentfulPaint.value,
    largestContentfulPaintMs: metrics.largestContentfulPaint.value,
    totalBlockingMs: metrics.totalBlockingTime.value,
    layoutShift: metrics.cumulativeLayoutShift.value,
    speedIndexMs: metrics.speedIndex.value,
  }
}

function ofWaterfall(load: AnalysisResult<'waterfall'>): AuditFigures {
  return present({
    ...load.timings,
    requests: load.totalRequests,
    transferBytes: load.totalTransferBytes,
  })
}

const OF_PART: { readonly [P in AuditPartName]?: (result: PartResult<P>) => AuditFigures } = {
  audit: ({ summary, wordCount }) => ({ failedChecks: summary.failed, words: wordCount }),
  accessibility: ({ score }) => ({ accessibilityScore: score }),
  'security-headers': ({ score }) => ({ securityScore: score }),
  'lighthouse-mobile': ofLighthouse,
  waterfall: ofWaterfall,
}

/** The figures of a part; none of most. Pure. */
export function figuresOf<P extends AuditPartName>(part: P, result: PartResult<P>): AuditFigures {
  const read: ((result: PartResult<P>) => AuditFigures) | undefined = OF_PART[part]
  return read?.(result) ?? {}
}
