import type { Canonical } from '../../../page/canonical.ts'
import { countDifferent } from '../../../page/canonical.ts'
import { isRelativeReference } from '../../../page/hreflang.ts'
import { printable } from '../../../outcome/printable.ts'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { isSamePage } from '../../../page/same-page.ts'
import type { AuditSubject } from '../subject.ts'

const NO_CANONICAL = doesNotApply('the page has no canonical link')
/** Longest address that an issue repeats, in characters. */
const MAX_SHOWN_URL = 300

const from = (source: Canonical['source'], { canonicals }: AuditSubject): readonly Canonical[] =>
  canonicals.filter((canonical) => canonical.source === source)

/** What the page says its own address is. */
export const CANONICAL_CHECKS = {
  canonicalMissing: ({ canonicalUrl }) =>
    judged(canonicalUrl !== null, canonicalUrl, 'Canonical link is missing'),
  canonicalMultiple(subject) {
    const n = countDifferent(from('html', subject))
    return n === 0 ? NO_CANONICAL : judged(n === 1, n, `Page has ${n} different canonical links`)
  },
  canonicalRelative({ canonicals: [first, ...others] }) {
    if (first === undefined) return NO_CANONICAL
    const relative = [first, ...others].find(({ href }) => isRelativeReference(href))
    return judged(relative === undefined, (relative ?? first).href, 'Canonical URL is relative')
  },
  canonicalMismatch({ canonicalUrl, page }) {
    if (canonicalUrl === null) return NO_CANONICAL
    const issue = `Canonical points to another URL (${printable(canonicalUrl, MAX_SHOWN_URL)})`
    return judged(isSamePage(canonicalUrl, page.url), canonicalUrl, issue)
  },
  canonicalHeaderConflict(subject) {
    const inHeader = from('header', subject)
    if (inHeader.length === 0 || inHeader.length === subject.canonicals.length) {
      return doesNotApply('HTML and Link header do not both name a canonical URL')
    }
    const isAgreed = countDifferent(subject.canonicals) === 1
    const issue = 'Canonical in the HTML and in the Link header differ'
    return judged(isAgreed, inHeader[0]?.url ?? null, issue)
  },
  canonicalInBody(subject) {
    const inHtml = from('html', subject)
    if (inHtml.length === 0) return NO_CANONICAL
    const n = inHtml.filter(({ isInHead }) => !isInHead).length
    return judged(n === 0, n, 'Canonical link is outside the head')
  },
  canonicalInsecure({ canonicalUrl, isHttps }) {
    if (!isHttps) return doesNotApply('the page itself is served over HTTP')
    if (canonicalUrl === null) return NO_CANONICAL
    const isGood = canonicalUrl.startsWith('https:')
    return judged(isGood, canonicalUrl, 'Canonical of an HTTPS page uses HTTP')
  },
} as const satisfies Judges<'canonical'>
