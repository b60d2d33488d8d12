import type { AuditCheckDefinition } from './definition.ts'

/** What stands for the page in tabs and lists. */
export const ICON_CHECKS = {
  faviconMissing: {
    title: 'Pages without an icon',
    severity: 'info',
    category: 'social',
    weight: 1,
    message: 'Search results, tabs and bookmarks show the icon of a page.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
