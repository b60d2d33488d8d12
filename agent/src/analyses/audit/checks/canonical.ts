import type { Judge } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { isSamePage } from '../same-page.ts'
import { shortened } from '../shortened.ts'

const NO_CANONICAL = doesNotApply('the page has no canonical link')
/** Longest address that an issue repeats, in characters. */
const MAX_SHOWN_URL = 300

/** What the page says its own address is. */
export const CANONICAL_CHECKS = {
  canonicalMissing: ({ canonical: { url } }) =>
    judged(url !== null, url, 'Canonical link is missing'),
  canonicalMultiple({ canonical: { inHtml } }) {
    const n = new Set(inHtml.map(({ url }) => url)).size
    return n === 0 ? NO_CANONICAL : judged(n === 1, n, `Page has ${n} different canonical links`)
  },
  canonicalRelative({ canonical: { inHtml } }) {
    const [first] = inHtml
    if (first === undefined) return NO_CANONICAL
    const relative = inHtml.find(({ href }) => !URL.canParse(href))
    return judged(relative === undefined, (relative ?? first).href, 'Canonical URL is relative')
  },
  canonicalMismatch({ canonical: { url }, page }) {
    if (url === null) return NO_CANONICAL
    const issue = `Canonical points to another URL (${shortened(url, MAX_SHOWN_URL)})`
    return judged(isSamePage(url, page.url), url, issue)
  },
  canonicalHeaderConflict({ canonical: { inHtml, inHeader } }) {
    if (inHtml.length === 0 || inHeader.length === 0) {
      return doesNotApply('HTML and Link header do not both name a canonical URL')
    }
    const urls = new Set([...inHtml, ...inHeader].map(({ url }) => url))
    const issue = 'Canonical in the HTML and in the Link header differ'
    return judged(urls.size === 1, inHeader[0]?.url ?? null, issue)
  },
  canonicalInBody({ canonical: { inHtml } }) {
    if (inHtml.length === 0) return NO_CANONICAL
    const n = inHtml.filter(({ isInHead }) => !isInHead).length
    return judged(n === 0, n, 'Canonical link is outside the head')
  },
  canonicalInsecure({ canonical: { url }, isHttps }) {
    if (!isHttps) return doesNotApply('the page itself is served over HTTP')
    if (url === null) return NO_CANONICAL
    return judged(url.startsWith('https:'), url, 'Canonical of an HTTPS page uses HTTP')
  },
} as const satisfies Record<string, Judge>
