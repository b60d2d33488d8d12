import type { AuditCheckDefinition } from './definition.ts'

/** What the page says to machines. */
export const STRUCTURED_DATA_CHECKS = {
  structuredDataMissing: {
    title: 'Pages without structured data',
    severity: 'warning',
    category: 'structuredData',
    weight: 3,
    expected: 'JSON-LD, microdata or RDFa',
    message: 'Structured data says what the page is about in words that machines understand.',
  },
  structuredDataInvalid: {
    title: 'Pages with structured data that is not valid',
    severity: 'error',
    category: 'structuredData',
    weight: 3,
    message: 'A block that is not valid JSON is skipped as a whole.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
