import type { StructuredDataFacts } from '../../../page/facts.ts'
import { counted } from '@sightline/shared/counted'
import { readJsonLdBlock } from '../../../page/structured-data/json-ld/block.ts'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'

/** What programs pass over (comments, a comma too many) does no harm. */
const isInvalid = ({ text }: StructuredDataFacts['jsonLd'][number]): boolean =>
  readJsonLdBlock(text).error !== null

/** What the page says to machines. */
export const STRUCTURED_DATA_CHECKS = {
  structuredDataMissing({ facts: { structuredData } }) {
    const { jsonLd, microdata, rdfa } = structuredData
    const n = jsonLd.length + microdata.length + rdfa.length
    return judged(n > 0, n, 'No structured data found')
  },
  structuredDataInvalid({ facts: { structuredData } }) {
    if (structuredData.jsonLd.length === 0) return doesNotApply('the page has no JSON-LD')
    const n = structuredData.jsonLd.filter(isInvalid).length
    const issue = `${counted(n, 'JSON-LD block is', 'JSON-LD blocks are')} not valid JSON`
    return judged(n === 0, n, issue)
  },
} as const satisfies Judges<'structuredData'>
