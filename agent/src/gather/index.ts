import { gatherCrossOrigin } from './cross-origin.ts'
import type { GatheredName, Gatherer } from './gatherer.ts'
import { gatherPage } from './page.ts'
import { gatherRedirects } from './redirects.ts'
import { gatherRobots, gatherSiteRobots } from './robots.ts'
import { gatherSitemaps } from './sitemaps.ts'
import { gatherPlainHttp } from './plain-http.ts'
import { gatherResources } from './resources.ts'

/** Every artifact that is fetched. */
export const GATHERERS = {
  crossOrigin: gatherCrossOrigin,
  page: gatherPage,
  redirects: gatherRedirects,
  robots: gatherRobots,
  siteRobots: gatherSiteRobots,
  sitemaps: gatherSitemaps,
  plainHttp: gatherPlainHttp,
  resources: gatherResources,
} as const satisfies Partial<{ [K in GatheredName]: Gatherer<K> }>
