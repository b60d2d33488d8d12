import type { CrawlRecord } from '@sightline/shared/crawl/work'
import type { BatchSigns } from './pace.ts'

/** What answers tell of their host. */
export function signsOf(
  records: readonly Pick<CrawlRecord, 'outcome' | 'statusCode' | 'ms'>[],
): BatchSigns {
  const asked = records.filter(({ outcome }) => outcome !== 'blocked')
  const refused = asked.filter(({ outcome }) => outcome === 'again')
  const times = asked.flatMap(({ ms }) => ms ?? [])
  return {
    refused: refused.length,
    isLimited: refused.some(({ statusCode }) => statusCode === 429),
    answered: asked.length - refused.length,
    meanMs: times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0) / times.length,
  }
}
