import type { Check } from '../check.ts'
import { doesNotApply, judged } from '../judgement.ts'

/** What is shown where the page is shared. */
export const SOCIAL_CHECKS = {
  ogTitleMissing: {
    severity: 'warning',
    category: 'social',
    weight: 2,
    expected: 'og:title',
    message: 'The Open Graph title is the headline of the card where the page is shared.',
    judge({ card }) {
      const title = card('og:title')
      return judged(title !== '', title, 'Open Graph title is missing')
    },
  },
  ogDescriptionMissing: {
    severity: 'info',
    category: 'social',
    weight: 1,
    expected: 'og:description',
    message: 'The Open Graph description is the text of the card where the page is shared.',
    judge({ card }) {
      const description = card('og:description')
      return judged(description !== '', description, 'Open Graph description is missing')
    },
  },
  ogImageMissing: {
    severity: 'warning',
    category: 'social',
    weight: 2,
    expected: 'og:image',
    message: 'A shared page with an image is seen by more people.',
    judge({ card }) {
      const image = card('og:image') || card('og:image:url') || card('og:image:secure_url')
      return judged(image !== '', image, 'Open Graph image is missing')
    },
  },
  ogUrlMismatch: {
    severity: 'info',
    category: 'social',
    weight: 1,
    message: 'Shares are counted for the address in og:url, which should be the canonical one.',
    judge({ card, canonicals, resolve }) {
      const canonical = canonicals.find(({ url }) => url !== null)?.url ?? null
      const ogUrl = card('og:url')
      if (ogUrl === '') return doesNotApply('the page has no og:url')
      if (canonical === null) return doesNotApply('the page has no canonical link')
      return judged(resolve(ogUrl) === canonical, ogUrl, 'og:url differs from the canonical URL')
    },
  },
  twitterCardMissing: {
    severity: 'info',
    category: 'social',
    weight: 1,
    expected: 'twitter:card',
    message: 'Without the card type X shows a plain link.',
    judge({ card }) {
      const type = card('twitter:card')
      return judged(type !== '', type, 'Twitter card is missing')
    },
  },
} as const satisfies Record<string, Check>
