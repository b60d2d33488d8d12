import type { AuditCheckDefinition } from './definition.ts'

/** How the page does on a phone. */
export const VIEWPORT_CHECKS = {
  viewportMissing: {
    title: 'Pages without a viewport tag',
    severity: 'error',
    category: 'mobile',
    weight: 5,
    expected: 'width=device-width, initial-scale=1',
    message:
      'Without a viewport tag phones show the page as wide as on a desktop, too small to read.',
  },
  viewportZoomBlocked: {
    title: 'Pages that cannot be zoomed',
    severity: 'warning',
    category: 'mobile',
    weight: 3,
    expected: 'no user-scalable=no, and no maximum-scale below 2',
    message: 'People with poor sight need to zoom in.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
