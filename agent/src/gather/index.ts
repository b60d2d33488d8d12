import { gatherAxe } from './axe.ts'
import type { GatheredName, Gatherer } from './gatherer.ts'
import { gatherPage } from './page.ts'
import { gatherRedirects } from './redirects.ts'
import { gatherRobots, gatherSiteRobots } from './robots.ts'
import { gatherSitemaps } from './sitemaps.ts'

/** Every artifact that is fetched. */
export const GATHERERS = {
  axe: gatherAxe,
  page: gatherPage,
  redirects: gatherRedirects,
  robots: gatherRobots,
  siteRobots: gatherSiteRobots,
  sitemaps: gatherSitemaps,
} as const satisfies Partial<{ [K in GatheredName]: Gatherer<K> }>
