import type { Judge } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { shortened } from '../shortened.ts'

const NO_CANONICAL = doesNotApply('the page has no canonical link')
/** Longest address that an issue repeats, in characters. */
const MAX_SHOWN_URL = 300

/** What the page says its own address is. */
export const CANONICAL_CHECKS = {
  canonicalMissing: ({ canonical: { url } }) => judged(url !== null, url, 'Canonical link is missing'),
  canonicalMultiple({ canonical: { inHtml } }) {
    const n = new Set(inHtml.map(({ url }) => url)).size
    return n === 0 ? NO_CANONICAL : judged(n === 1, n, `Page has ${n} different canonical links`)
  },
} as const satisfies Record<string, Judge>
