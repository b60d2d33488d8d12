import type { AuditCheckDefinition } from './definition.ts'

/** The title tag: the headline of a search result. */
export const TITLE_CHECKS = {
  titleMissing: {
    title: 'Pages without a title',
    severity: 'critical',
    category: 'content',
    weight: 10,
    message: 'A page needs a title: it is the headline of its search result and of its tab.',
  },
  titleTooShort: {
    title: 'Pages whose title is too short',
    severity: 'warning',
    category: 'content',
    weight: 3,
    expected: '30 to 60 characters, 15 to 30 in Chinese, Japanese and Korean',
    message: 'A short title leaves out words that people search for.',
  },
  titleTooLong: {
    title: 'Pages whose title is too long',
    severity: 'warning',
    category: 'content',
    weight: 3,
    expected: '30 to 60 characters, 15 to 30 in Chinese, Japanese and Korean',
    message: 'Search results cut off a long title.',
  },
  titleMultiple: {
    title: 'Pages with several titles',
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: 'one title tag',
    message: 'With several title tags it is left to chance which one is shown.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
