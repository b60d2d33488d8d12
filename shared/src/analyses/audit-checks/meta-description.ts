import type { AuditCheckDefinition } from './definition.ts'

/** The meta description: the text of a search result. */
export const META_DESCRIPTION_CHECKS = {
  metaDescriptionMissing: {
    title: 'Pages without a meta description',
    severity: 'error',
    category: 'content',
    weight: 6,
    message: 'Without a meta description search engines choose the text of the result themselves.',
  },
  metaDescriptionTooShort: {
    title: 'Pages whose meta description is too short',
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: '70 to 160 characters, 35 to 80 in Chinese, Japanese and Korean',
    message: 'A short meta description wastes room in the search result.',
  },
  metaDescriptionTooLong: {
    title: 'Pages whose meta description is too long',
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: '70 to 160 characters, 35 to 80 in Chinese, Japanese and Korean',
    message: 'Search results cut off a long meta description.',
  },
  metaDescriptionMultiple: {
    title: 'Pages with several meta descriptions',
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: 'one meta description',
    message: 'With several meta descriptions it is left to chance which one is shown.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
