import type { Check } from '../check.ts'
import { doesNotApply, judged } from '../judgement.ts'

/** What the page says to machines. */
export const STRUCTURED_DATA_CHECKS = {
  structuredDataMissing: {
    severity: 'warning',
    category: 'structuredData',
    weight: 3,
    expected: 'JSON-LD, microdata or RDFa',
    message: 'Structured data says what the page is about in words that machines understand.',
    judge({ facts: { structuredData } }) {
      const { jsonLd, microdata, rdfa } = structuredData
      const n = jsonLd.length + microdata.length + rdfa.length
      return judged(n > 0, n, 'No structured data found')
    },
  },
  structuredDataInvalid: {
    severity: 'error',
    category: 'structuredData',
    weight: 3,
    message: 'A block that is not valid JSON is skipped as a whole.',
    judge({ facts: { structuredData }, invalidJsonLd: n }) {
      if (structuredData.jsonLd.length === 0) return doesNotApply('the page has no JSON-LD')
      return judged(n === 0, n, `${n} JSON-LD blocks are not valid JSON`)
    },
  },
} as const satisfies Record<string, Check>
