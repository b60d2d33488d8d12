import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { Page } from '../../http/page.ts'
import { printable } from '../../outcome/printable.ts'

const COMPRESSIONS = new Set(['br', 'compress', 'deflate', 'gzip', 'x-compress', 'x-gzip', 'zstd'])

/** How much smaller a page was on its way. */
export function judgeCompression(page: Page): AnalysisResult<'security-headers'>['compression'] {
  const { contentEncoding, body, transferBytes, isTruncated } = page
  const codings = (contentEncoding ?? '').split(',').map((coding) => coding.trim())
  const isCompressed = codings.some((coding) => COMPRESSIONS.has(coding))
  const isKnown = isCompressed && !isTruncated && transferBytes > 0
  return {
    enabled: isCompressed,
    encoding: contentEncoding === null ? null : printable(contentEncoding, 90),
    ratio: isKnown ? Math.round((body.length / transferBytes) * 100) / 100 : null,
  }
}
