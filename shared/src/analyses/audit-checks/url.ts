import type { AuditCheckDefinition } from './definition.ts'

/** How the address of the page is written. */
export const URL_CHECKS = {
  urlTooLong: {
    title: 'Pages with a long URL',
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    expected: 'at most 115 characters',
    message: 'A long URL is cut where it is shown, and breaks where it is copied.',
  },
  urlUppercase: {
    title: 'Pages with capitals in their URL',
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'To crawlers an address with other case is another page.',
  },
  urlUnderscore: {
    title: 'Pages with underscores in their URL',
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'Hyphens divide words in a URL, underscores join them.',
  },
  urlSpaces: {
    title: 'Pages with spaces in their URL',
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'A space in a URL ends the link in many programs.',
  },
  urlDoubleSlash: {
    title: 'Pages with a double slash in their URL',
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'A double slash in the path is mostly a slip that makes a second address of the page.',
  },
  urlManyParams: {
    title: 'Pages with many parameters in their URL',
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    expected: 'at most 3 parameters',
    message: 'Many parameters make many addresses of one page.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
