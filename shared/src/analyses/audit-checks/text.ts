import type { AuditCheckDefinition } from './definition.ts'

/** The text of the body. */
export const TEXT_CHECKS = {
  wordCountLow: {
    title: 'Pages with few words',
    severity: 'warning',
    category: 'content',
    weight: 4,
    expected: 'at least 300 words',
    message: 'A page with few words seldom answers what people search for.',
  },
  textRatioLow: {
    title: 'Pages with little text in much markup',
    severity: 'info',
    category: 'content',
    weight: 1,
    expected: 'at least 10%',
    message: 'Little text in much markup is slow to load for what it says.',
  },
  loremIpsum: {
    title: 'Pages with placeholder text',
    severity: 'error',
    category: 'content',
    weight: 4,
    message: 'Placeholder text on a public page is a page that was not finished.',
  },
  readabilityHard: {
    title: 'Pages that are hard to read',
    severity: 'info',
    category: 'content',
    weight: 1,
    expected: 'Flesch reading ease of at least 30',
    message: 'Shorter sentences and words are understood by more people.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
