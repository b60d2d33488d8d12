import type { AuditCheckId, AuditGroup } from '@sightline/shared/analyses/audit-checks'
import type { Judge, Judges } from '../judge.ts'
import { ACCESSIBILITY_CHECKS } from './accessibility.ts'
import { CANONICAL_CHECKS } from './canonical.ts'
import { DOCUMENT_CHECKS } from './document.ts'
import { HEADINGS_CHECKS } from './headings.ts'
import { HREFLANG_CHECKS } from './hreflang.ts'
import { ICON_CHECKS } from './icon.ts'
import { IMAGES_CHECKS } from './images.ts'
import { INDEXING_CHECKS } from './indexing.ts'
import { LINKS_CHECKS } from './links.ts'
import { MARKUP_CHECKS } from './markup.ts'
import { META_DESCRIPTION_CHECKS } from './meta-description.ts'
import { PERFORMANCE_CHECKS } from './performance.ts'
import { REDIRECTS_CHECKS } from './redirects.ts'
import { SECURITY_CHECKS } from './security.ts'
import { SOCIAL_CHECKS } from './social.ts'
import { STRUCTURED_DATA_CHECKS } from './structured-data.ts'
import { TEXT_CHECKS } from './text.ts'
import { TITLE_CHECKS } from './title.ts'
import { URL_CHECKS } from './url.ts'
import { VIEWPORT_CHECKS } from './viewport.ts'

const GROUPS = {
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
} as const satisfies { [G in AuditGroup]: Judges<G> }

/** How every check of the audit judges a page. */
export const JUDGES = Object.fromEntries(
  Object.values(GROUPS).flatMap((group) => Object.entries(group)),
) as Readonly<Record<AuditCheckId, Judge>>
