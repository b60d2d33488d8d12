import type { SiteCheck } from '../site-check.ts'
import { canonicalToNoindex, canonicalToNoPage, canonicalToOtherCanonical } from './canonicals.ts'
import {
  duplicateDescriptions,
  duplicateHeadings,
  duplicateTitles,
  nearDuplicateTexts,
} from './duplicates.ts'
import { hreflangWithoutReturn } from './hreflang.ts'
import { brokenImages } from './images.ts'
import { brokenExternalLinks, brokenLinks, insecureLinks, redirectingLinks } from './links.ts'
import { redirectChains, redirectLoops } from './redirects.ts'
import {
  notInSitemap,
  sitemapBlocked,
  sitemapBroken,
  sitemapNoindex,
  sitemapRedirect,
} from './sitemap.ts'
import { tooManyAlike } from './traps.ts'
import { deepPages, orphanPages, singleInlink } from './structure.ts'

/** Every check of a site as a whole, by the id under which it is shown. */
export const SITE_CHECKS = {
  brokenLinks,
  brokenExternalLinks,
  brokenImages,
  redirectingLinks,
  redirectChains,
  redirectLoops,
  insecureLinks,
  duplicateTitles,
  duplicateDescriptions,
  duplicateHeadings,
  nearDuplicateTexts,
  canonicalToNoPage,
  canonicalToOtherCanonical,
  canonicalToNoindex,
  hreflangWithoutReturn,
  sitemapNoindex,
  sitemapRedirect,
  sitemapBroken,
  sitemapBlocked,
  notInSitemap,
  deepPages,
  singleInlink,
  orphanPages,
  tooManyAlike,
} as const satisfies Record<string, SiteCheck>

export type SiteCheckId = keyof typeof SITE_CHECKS
