import { counted } from '@sightline/shared/counted'
import { isRelativeReference, isValidHreflang } from '../../../page/hreflang.ts'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged, judgedAll } from '../judgement.ts'
import { isSamePage } from '../../../page/same-page.ts'

const NONE = 'the page has no hreflang links'

/** The same page in other languages. */
export const HREFLANG_CHECKS = {
  hreflangInvalid: ({ alternates }) =>
    judgedAll(alternates, ({ hreflang }) => !isValidHreflang(hreflang), {
      none: NONE,
      issue: (n) => `${counted(n, 'hreflang value is', 'hreflang values are')} invalid`,
      example: ({ hreflang }) => hreflang,
    }),
  hreflangSelfMissing({ alternates, page }) {
    if (alternates.length === 0) return doesNotApply(NONE)
    const hasSelf = alternates.some(({ url }) => url !== null && isSamePage(url, page.url))
    return judged(hasSelf, hasSelf, 'hreflang set has no self-reference')
  },
  hreflangXDefaultMissing({ alternates }) {
    if (alternates.length === 0) return doesNotApply(NONE)
    const own = alternates.find(({ hreflang }) => hreflang.toLowerCase() === 'x-default')
    return judged(own !== undefined, own?.url ?? null, 'hreflang set has no x-default')
  },
  hreflangRelative: ({ alternates }) =>
    judgedAll(alternates, ({ href }) => isRelativeReference(href), {
      none: NONE,
      issue: (n) => `${counted(n, 'hreflang URL is', 'hreflang URLs are')} relative`,
      example: ({ href }) => href,
    }),
} as const satisfies Judges<'hreflang'>
