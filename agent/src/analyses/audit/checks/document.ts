import { MAX_AUDIT_EXAMPLES } from '@sightline/shared/analyses/audit'
import type { Check } from '../check.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { shortened } from '../shortened.ts'

/** Browsers look for a declaration no further. Source: HTML standard, "Specifying the document's
 *  character encoding" */
const CHARSET_WITHIN_BYTES = 1_024
/** Longest language value that an issue repeats, in characters. */
const MAX_SHOWN_LANG = 40

/** What the document says of itself. */
export const DOCUMENT_CHECKS = {
  langMissing: {
    severity: 'error',
    category: 'accessibility',
    weight: 4,
    message: 'Screen readers choose their voice, and browsers their translation, by the lang of html.',
    judge: ({ lang }) => judged(lang !== '', lang, 'html lang attribute is missing'),
  },
  langInvalid: {
    severity: 'warning',
    category: 'accessibility',
    weight: 2,
    expected: 'a language tag such as "en" or "pt-BR"',
    message: 'A lang that is no language tag is as good as none.',
    judge({ lang, isLangValid }) {
      if (lang === '') return doesNotApply('the page has no lang')
      const shown = shortened(lang, MAX_SHOWN_LANG)
      return judged(isLangValid, lang, `html lang value "${shown}" is not a valid language tag`)
    },
  },
  charsetMissing: {
    severity: 'warning',
    category: 'content',
    weight: 3,
    expected: 'charset in the Content-Type header or in a meta tag',
    message: 'Without a declared character set browsers guess, and other alphabets may come out broken.',
    judge: ({ charset }) => judged(charset !== null, charset, 'Character set is not declared'),
  },
  charsetLate: {
    severity: 'info',
    category: 'content',
    weight: 1,
    expected: `within the first ${CHARSET_WITHIN_BYTES} bytes`,
    message: 'Browsers look for the character set at the beginning only, and may have to start anew.',
    judge({ facts, isCharsetInHeader }) {
      const endsAt = facts.document.declaredCharsetAt
      if (endsAt === null) return doesNotApply('the page itself declares no character set')
      if (isCharsetInHeader) return doesNotApply('the Content-Type header declares it')
      const issue = `Character set is declared after the first ${CHARSET_WITHIN_BYTES} bytes`
      return judged(endsAt <= CHARSET_WITHIN_BYTES, endsAt, issue)
    },
  },
  doctypeMissing: {
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: '<!doctype html>',
    message: 'Without a doctype browsers lay the page out by the rules of the nineties.',
    judge: ({ facts: { document } }) =>
      judged(document.hasDoctype, document.hasDoctype, 'HTML doctype is missing'),
  },
  faviconMissing: {
    severity: 'info',
    category: 'social',
    weight: 1,
    message: 'Search results, tabs and bookmarks show the icon of a page.',
    judge({ facts }) {
      const icon = facts.links.find(({ rel, url }) => rel.includes('icon') && url !== null)
      const href = icon?.href ?? null
      return judged(href !== null, href, 'Favicon link is missing')
    },
  },
  metaInBody: {
    severity: 'error',
    category: 'indexability',
    weight: 2,
    message:
      'Meta tags in the body are ignored; often an element that may not stand in the head ended it early.',
    judge({ facts: { counts } }) {
      const n = counts.metasInBody
      return judged(n === 0, n, 'Meta tags found in the body')
    },
  },
  duplicateIds: {
    severity: 'warning',
    category: 'accessibility',
    weight: 1,
    message: 'Labels and links that name a duplicated id find the first element only.',
    judge({ facts: { ids } }) {
      const n = ids.duplicatedTotal
      const judgement = judged(n === 0, n, `${n} id attributes are duplicated`)
      return judgement.passed === false
        ? { ...judgement, examples: ids.duplicated.slice(0, MAX_AUDIT_EXAMPLES) }
        : judgement
    },
  },
} as const satisfies Record<string, Check>
