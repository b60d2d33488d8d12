import type { AuditCheckDefinition } from './definition.ts'

/** What is shown where the page is shared. */
export const SOCIAL_CHECKS = {
  ogTitleMissing: {
    title: 'Pages without an Open Graph title',
    severity: 'warning',
    category: 'social',
    weight: 2,
    expected: 'og:title',
    message: 'The Open Graph title is the headline of the card where the page is shared.',
  },
  ogDescriptionMissing: {
    title: 'Pages without an Open Graph description',
    severity: 'info',
    category: 'social',
    weight: 1,
    expected: 'og:description',
    message: 'The Open Graph description is the text of the card where the page is shared.',
  },
  ogImageMissing: {
    title: 'Pages without an Open Graph image',
    severity: 'warning',
    category: 'social',
    weight: 2,
    expected: 'og:image',
    message: 'A shared page with an image is seen by more people.',
  },
  ogUrlMismatch: {
    title: 'Pages whose og:url is not the canonical address',
    severity: 'info',
    category: 'social',
    weight: 1,
    message: 'Shares are counted for the address in og:url, which should be the canonical one.',
  },
  twitterCardMissing: {
    title: 'Pages without a card type for X',
    severity: 'info',
    category: 'social',
    weight: 1,
    expected: 'twitter:card',
    message: 'Without the card type X shows a plain link.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
