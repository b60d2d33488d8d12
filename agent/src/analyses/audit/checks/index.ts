import type { AuditCheckId } from '@sightline/shared/analyses/audit-checks'
import type { Judge } from '../judge.ts'
import { ACCESSIBILITY_CHECKS } from './accessibility.ts'
import { CANONICAL_CHECKS } from './canonical.ts'
import { DOCUMENT_CHECKS } from './document.ts'
import { HEADING_CHECKS } from './headings.ts'
import { HREFLANG_CHECKS } from './hreflang.ts'
import { IMAGE_CHECKS } from './images.ts'
import { INDEXING_CHECKS } from './indexing.ts'
import { LINK_CHECKS } from './links.ts'
import { META_DESCRIPTION_CHECKS } from './meta-description.ts'
import { PERFORMANCE_CHECKS } from './performance.ts'
import { REDIRECT_CHECKS } from './redirects.ts'
import { SECURITY_CHECKS } from './security.ts'
import { SOCIAL_CHECKS } from './social.ts'
import { STRUCTURED_DATA_CHECKS } from './structured-data.ts'
import { TEXT_CHECKS } from './text.ts'
import { TITLE_CHECKS } from './title.ts'
import { URL_CHECKS } from './url.ts'
import { VIEWPORT_CHECKS } from './viewport.ts'

/** How every check of the audit judges a page. */
export const JUDGES = {
  ...TITLE_CHECKS,
  ...META_DESCRIPTION_CHECKS,
  ...HEADING_CHECKS,
  ...TEXT_CHECKS,
  ...INDEXING_CHECKS,
  ...CANONICAL_CHECKS,
  ...REDIRECT_CHECKS,
  ...HREFLANG_CHECKS,
  ...DOCUMENT_CHECKS,
  ...VIEWPORT_CHECKS,
  ...LINK_CHECKS,
  ...IMAGE_CHECKS,
  ...SECURITY_CHECKS,
  ...PERFORMANCE_CHECKS,
  ...SOCIAL_CHECKS,
  ...STRUCTURED_DATA_CHECKS,
  ...URL_CHECKS,
  ...ACCESSIBILITY_CHECKS,
} as const satisfies { [K in AuditCheckId]: Judge }
