import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { Page } from '../../http/page.ts'
import { printable } from '../../outcome/printable.ts'

const COMPRESSIONS = new Set(['br', 'compress', 'deflate', 'gzip', 'x-compress', 'x-gzip', 'zstd'])

/** Whether a Content-Encoding makes a body smaller: what it says may be "identity", or nothing known ("none", "utf-8").
 *  @param contentEncoding in lower case; null without one */
export function isCompression(contentEncoding: string | null): boolean {
  return (contentEncoding ?? '').split(',').some((coding) => COMPRESSIONS.has(coding.trim()))
}

/** How much smaller a page was on its way. */
export function judgeCompression(page: Page): AnalysisResult<'security-headers'>['compression'] {
  const { contentEncoding, body, transferBytes, isTruncated } = page
  const isCompressed = isCompression(contentEncoding)
  const isKnown = isCompressed && !isTruncated && transferBytes > 0
  return {
    enabled: isCompressed,
    encoding: contentEncoding === null ? null : printable(contentEncoding, 90),
    ratio: isKnown ? Math.round((body.length / transferBytes) * 100) / 100 : null,
  }
}
