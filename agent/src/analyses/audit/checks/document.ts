import { charsetInHeader } from '../../../page/content-type.ts'
import { byteOrderMark, isKnownCharset } from '../../../page/decode-page.ts'
import { isLanguageTag } from '../../../page/language-tag.ts'
import { printable } from '../../../outcome/printable.ts'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import type { AuditSubject } from '../subject.ts'

/** Browsers look for a declaration no further. Source: HTML standard, "Specifying the document's
 *  character encoding" */
const CHARSET_WITHIN_BYTES = 1_024
/** Longest language or charset that an issue repeats, in characters. */
const MAX_SHOWN = 40

const headerCharset = ({ header }: AuditSubject): string | null =>
  charsetInHeader(header('content-type'))

/** What the document says of itself. */
export const DOCUMENT_CHECKS = {
  langMissing: ({ lang }) => judged(lang !== '', lang, 'html lang attribute is missing'),
  langInvalid({ lang }) {
    if (lang === '') return doesNotApply('the page has no lang')
    const shown = printable(lang, MAX_SHOWN)
    return judged(
      isLanguageTag(lang),
      lang,
      `html lang value "${shown}" is not a valid language tag`,
    )
  },
  charsetMissing(subject) {
    const { facts, page } = subject
    const labels = [
      byteOrderMark(page.body)?.charset,
      headerCharset(subject),
      facts.document.declaredCharset,
    ].filter((label) => label != null)
    const known = labels.find(isKnownCharset)
    const [charset = null] = labels
    const why =
      charset === null ? '' : `: "${printable(charset, MAX_SHOWN)}" is none that browsers know`
    return judged(known !== undefined, known ?? charset, `Character set is not declared${why}`)
  },
  charsetLate(subject) {
    const { facts, page } = subject
    const endsAt = facts.document.declaredCharsetAt
    if (endsAt === null) return doesNotApply('the page itself declares no character set')
    const inHeader = headerCharset(subject)
    if (byteOrderMark(page.body) !== null || (inHeader !== null && isKnownCharset(inHeader))) {
      return doesNotApply('a byte order mark or the Content-Type header tells it before')
    }
    const issue = `Character set is declared after the first ${CHARSET_WITHIN_BYTES} bytes`
    return judged(endsAt <= CHARSET_WITHIN_BYTES, endsAt, issue)
  },
  doctypeMissing: ({ facts: { document } }) =>
    judged(document.hasDoctype, document.hasDoctype, 'HTML doctype is missing'),
} as const satisfies Judges<'document'>
