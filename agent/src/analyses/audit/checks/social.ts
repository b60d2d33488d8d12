import type { Judge } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'

/** What is shown where the page is shared. */
export const SOCIAL_CHECKS = {
  ogTitleMissing({ card }) {
    const title = card('og:title')
    return judged(title !== '', title, 'Open Graph title is missing')
  },
  ogDescriptionMissing({ card }) {
    const description = card('og:description')
    return judged(description !== '', description, 'Open Graph description is missing')
  },
  ogImageMissing({ card }) {
    const image = card('og:image') || card('og:image:url') || card('og:image:secure_url')
    return judged(image !== '', image, 'Open Graph image is missing')
  },
  ogUrlMismatch({ card, canonicals, resolve }) {
    const canonical = canonicals.find(({ url }) => url !== null)?.url ?? null
    const ogUrl = card('og:url')
    if (ogUrl === '') return doesNotApply('the page has no og:url')
    if (canonical === null) return doesNotApply('the page has no canonical link')
    return judged(resolve(ogUrl) === canonical, ogUrl, 'og:url differs from the canonical URL')
  },
  twitterCardMissing({ card }) {
    const type = card('twitter:card')
    return judged(type !== '', type, 'Twitter card is missing')
  },
} as const satisfies Record<string, Judge>
