import { MAX_AUDIT_EXAMPLES } from '@sightline/shared/analyses/audit'
import type { Judge } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { shortened } from '../shortened.ts'

/** Browsers look for a declaration no further. Source: HTML standard, "Specifying the document's
 *  character encoding" */
const CHARSET_WITHIN_BYTES = 1_024
/** Longest language value that an issue repeats, in characters. */
const MAX_SHOWN_LANG = 40

/** What the document says of itself. */
export const DOCUMENT_CHECKS = {
  langMissing: ({ lang }) => judged(lang !== '', lang, 'html lang attribute is missing'),
  langInvalid({ lang, isLangValid }) {
    if (lang === '') return doesNotApply('the page has no lang')
    const shown = shortened(lang, MAX_SHOWN_LANG)
    return judged(isLangValid, lang, `html lang value "${shown}" is not a valid language tag`)
  },
  charsetMissing: ({ charset }) => judged(charset !== null, charset, 'Character set is not declared'),
  charsetLate({ facts, isCharsetInHeader }) {
    const endsAt = facts.document.declaredCharsetAt
    if (endsAt === null) return doesNotApply('the page itself declares no character set')
    if (isCharsetInHeader) return doesNotApply('the Content-Type header declares it')
    const issue = `Character set is declared after the first ${CHARSET_WITHIN_BYTES} bytes`
    return judged(endsAt <= CHARSET_WITHIN_BYTES, endsAt, issue)
  },
  doctypeMissing: ({ facts: { document } }) =>
    judged(document.hasDoctype, document.hasDoctype, 'HTML doctype is missing'),
  faviconMissing({ facts }) {
    const icon = facts.links.find(({ rel, url }) => rel.includes('icon') && url !== null)
    const href = icon?.href ?? null
    return judged(href !== null, href, 'Favicon link is missing')
  },
  metaInBody({ facts: { counts } }) {
    const n = counts.metasInBody
    return judged(n === 0, n, 'Meta tags found in the body')
  },
  duplicateIds({ facts: { ids } }) {
    const n = ids.duplicatedTotal
    const judgement = judged(n === 0, n, `${n} id attributes are duplicated`)
    return judgement.passed === false
      ? { ...judgement, examples: ids.duplicated.slice(0, MAX_AUDIT_EXAMPLES) }
      : judgement
  },
} as const satisfies Record<string, Judge>
