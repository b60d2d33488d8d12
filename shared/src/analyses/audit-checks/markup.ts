import type { AuditCheckDefinition } from './definition.ts'

/** Markup that other programs rely on. */
export const MARKUP_CHECKS = {
  duplicateIds: {
    title: 'Pages with ids that come twice',
    severity: 'warning',
    category: 'accessibility',
    weight: 1,
    message: 'Labels and links that name a duplicated id find the first element only.',
  },
  metaInBody: {
    title: 'Pages with meta tags in the body',
    severity: 'error',
    category: 'indexability',
    weight: 2,
    message:
      'Meta tags in the body are ignored; often an element that may not stand in the head ended it early.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
