import type { AuditCheckDefinition } from './definition.ts'

/** How the page was come to, and whether it leads on. */
export const REDIRECTS_CHECKS = {
  redirected: {
    title: 'Pages that redirects lead to',
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'Links that name the final address spare a round trip.',
  },
  redirectChain: {
    title: 'Pages behind a chain of redirects',
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    isForAnyType: true,
    expected: 'at most one redirect',
    message: 'Every hop of a chain costs a round trip, and crawlers give up on long ones.',
  },
  metaRefresh: {
    title: 'Pages that redirect by meta refresh',
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    message: 'A redirect by meta refresh is slow and uncertain; a 301 is understood by all.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
