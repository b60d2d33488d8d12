import type { AuditCheckDefinition } from './definition.ts'

/** Headings h1 to h6, and how the first goes with the title. */
export const HEADINGS_CHECKS = {
  titleEqualsH1: {
    title: 'Pages whose title and h1 are the same',
    severity: 'info',
    category: 'content',
    weight: 1,
    message: 'A title that says more than the H1 can be found by other words.',
  },
  h1Missing: {
    title: 'Pages without an h1',
    severity: 'error',
    category: 'content',
    weight: 6,
    message: 'A page needs an H1 with text: it says what the page is about.',
  },
  h1Multiple: {
    title: 'Pages with several h1',
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: 'one H1',
    message: 'Several H1 headings leave open what the page is about.',
  },
  h1TooLong: {
    title: 'Pages whose h1 is too long',
    severity: 'info',
    category: 'content',
    weight: 1,
    expected: 'at most 70 characters',
    message: 'A long H1 is hard to take in at a glance.',
  },
  headingOrder: {
    title: 'Pages whose headings skip a level',
    severity: 'warning',
    category: 'accessibility',
    weight: 2,
    message: 'Headings go down one level at a time, so that the outline can be followed.',
  },
  headingEmpty: {
    title: 'Pages with empty headings',
    severity: 'warning',
    category: 'accessibility',
    weight: 2,
    message: 'An empty heading is a stop without a name for those who go from heading to heading.',
  },
  h2Missing: {
    title: 'Pages without an h2',
    severity: 'info',
    category: 'content',
    weight: 1,
    message: 'H2 headings divide the text into parts that can be found and scanned.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
