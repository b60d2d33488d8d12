import type { AuditCheckDefinition } from './audit-checks/definition.ts'
import { ACCESSIBILITY_CHECKS } from './audit-checks/accessibility.ts'
import { CANONICAL_CHECKS } from './audit-checks/canonical.ts'
import { DOCUMENT_CHECKS } from './audit-checks/document.ts'
import { HEADINGS_CHECKS } from './audit-checks/headings.ts'
import { HREFLANG_CHECKS } from './audit-checks/hreflang.ts'
import { ICON_CHECKS } from './audit-checks/icon.ts'
import { IMAGES_CHECKS } from './audit-checks/images.ts'
import { INDEXING_CHECKS } from './audit-checks/indexing.ts'
import { LINKS_CHECKS } from './audit-checks/links.ts'
import { MARKUP_CHECKS } from './audit-checks/markup.ts'
import { META_DESCRIPTION_CHECKS } from './audit-checks/meta-description.ts'
import { PERFORMANCE_CHECKS } from './audit-checks/performance.ts'
import { REDIRECTS_CHECKS } from './audit-checks/redirects.ts'
import { SECURITY_CHECKS } from './audit-checks/security.ts'
import { SOCIAL_CHECKS } from './audit-checks/social.ts'
import { STRUCTURED_DATA_CHECKS } from './audit-checks/structured-data.ts'
import { TEXT_CHECKS } from './audit-checks/text.ts'
import { TITLE_CHECKS } from './audit-checks/title.ts'
import { URL_CHECKS } from './audit-checks/url.ts'
import { VIEWPORT_CHECKS } from './audit-checks/viewport.ts'

/** The checks of the audit by group, in the order in which they are shown. A group has the same name and a
 *  file of the same name where its checks are judged. Source: design of the analyses, "audit" */
export const AUDIT_GROUPS = {
  title: TITLE_CHECKS,
  metaDescription: META_DESCRIPTION_CHECKS,
  headings: HEADINGS_CHECKS,
  text: TEXT_CHECKS,
  indexing: INDEXING_CHECKS,
  canonical: CANONICAL_CHECKS,
  redirects: REDIRECTS_CHECKS,
  hreflang: HREFLANG_CHECKS,
  document: DOCUMENT_CHECKS,
  viewport: VIEWPORT_CHECKS,
  icon: ICON_CHECKS,
  links: LINKS_CHECKS,
  images: IMAGES_CHECKS,
  security: SECURITY_CHECKS,
  performance: PERFORMANCE_CHECKS,
  social: SOCIAL_CHECKS,
  structuredData: STRUCTURED_DATA_CHECKS,
  url: URL_CHECKS,
  markup: MARKUP_CHECKS,
  accessibility: ACCESSIBILITY_CHECKS,
} as const satisfies Record<string, Readonly<Record<string, AuditCheckDefinition>>>

type AuditGroups = typeof AUDIT_GROUPS

export type AuditGroup = keyof AuditGroups

/** Ids of a group's checks. */
export type AuditCheckOf<G extends AuditGroup> = { [K in G]: keyof AuditGroups[K] }[G]

export type AuditCheckId = AuditCheckOf<AuditGroup>

/** Every check of the audit by its id, in the order in which they are shown. */
export const AUDIT_CHECKS = Object.fromEntries(
  Object.values(AUDIT_GROUPS).flatMap((group) => Object.entries(group)),
) as Readonly<Record<AuditCheckId, AuditCheckDefinition>>

export const AUDIT_CHECK_IDS = Object.keys(AUDIT_CHECKS) as readonly AuditCheckId[]
