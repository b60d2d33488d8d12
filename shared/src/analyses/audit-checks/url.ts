import type { AuditCheckDefinition } from './definition.ts'

/** How the address is written. */
export const URL_CHECKS = {
  urlTooLong: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    expected: 'at most 115 characters',
    message: 'A long URL is cut where it is shown, and breaks where it is copied.',
  },
  urlUppercase: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'To crawlers an address with other case is another page.',
  },
  urlUnderscore: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'Hyphens divide words in a URL, underscores join them.',
  },
  urlSpaces: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'A space in a URL ends the link in many programs.',
  },
  urlDoubleSlash: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'A double slash in the path is mostly a slip that makes a second address of the page.',
  },
  urlManyParams: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    expected: 'at most 3 parameters',
    message: 'Many parameters make many addresses of one page.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
