import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { cardContent } from '../metas.ts'
import { isSamePage } from '../../../page/same-page.ts'

const IMAGE_KEYS = ['og:image', 'og:image:url', 'og:image:secure_url']

/** What is shown where the page is shared. */
export const SOCIAL_CHECKS = {
  ogTitleMissing({ facts }) {
    const title = cardContent(facts, 'og:title')
    return judged(title !== '', title, 'Open Graph title is missing')
  },
  ogDescriptionMissing({ facts }) {
    const description = cardContent(facts, 'og:description')
    return judged(description !== '', description, 'Open Graph description is missing')
  },
  ogImageMissing({ facts }) {
    const image = IMAGE_KEYS.map((key) => cardContent(facts, key)).find(Boolean) ?? ''
    return judged(image !== '', image, 'Open Graph image is missing')
  },
  ogUrlMismatch({ facts, canonicalUrl }) {
    const ogUrl = cardContent(facts, 'og:url')
    if (ogUrl === '') return doesNotApply('the page has no og:url')
    if (canonicalUrl === null) return doesNotApply('the page has no canonical link')
    const isSame = isSamePage(ogUrl, canonicalUrl, facts.document.baseUrl)
    return judged(isSame, ogUrl, 'og:url differs from the canonical URL')
  },
  twitterCardMissing({ facts }) {
    const type = cardContent(facts, 'twitter:card')
    return judged(type !== '', type, 'Twitter card is missing')
  },
} as const satisfies Judges<'social'>
