import type { AuditCheckDefinition } from './audit-checks/definition.ts'
import { CONTENT_CHECKS } from './audit-checks/content.ts'
import { DOCUMENT_CHECKS } from './audit-checks/document.ts'
import { IMAGES_CHECKS } from './audit-checks/images.ts'
import { INDEXABILITY_CHECKS } from './audit-checks/indexability.ts'
import { LINKS_CHECKS } from './audit-checks/links.ts'
import { MARKUP_CHECKS } from './audit-checks/markup.ts'
import { PERFORMANCE_CHECKS } from './audit-checks/performance.ts'
import { SECURITY_CHECKS } from './audit-checks/security.ts'
import { SHARING_CHECKS } from './audit-checks/sharing.ts'
import { URL_CHECKS } from './audit-checks/url.ts'

/** Every check of the audit by its id, in the order in which they are shown.
 *  Source: design of the analyses, "audit" */
export const AUDIT_CHECKS = {
  ...CONTENT_CHECKS,
  ...INDEXABILITY_CHECKS,
  ...DOCUMENT_CHECKS,
  ...LINKS_CHECKS,
  ...IMAGES_CHECKS,
  ...SECURITY_CHECKS,
  ...PERFORMANCE_CHECKS,
  ...SHARING_CHECKS,
  ...URL_CHECKS,
  ...MARKUP_CHECKS,
} as const satisfies Record<string, AuditCheckDefinition>

export type AuditCheckId = keyof typeof AUDIT_CHECKS

export const AUDIT_CHECK_IDS = Object.keys(AUDIT_CHECKS) as readonly AuditCheckId[]
