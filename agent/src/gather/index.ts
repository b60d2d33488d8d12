import { gatherAxe } from './axe.ts'
import { gatherCrossOrigin } from './cross-origin.ts'
import type { GatheredName, Gatherer } from './gatherer.ts'
import { gatherLab } from './lab.ts'
import { gatherPage } from './page.ts'
import { gatherPlainHttp } from './plain-http.ts'
import { gatherRedirects } from './redirects.ts'
import { gatherResources } from './resources.ts'
import { gatherRobots, gatherSiteRobots } from './robots.ts'
import { gatherSitemaps } from './sitemaps.ts'

/** Every artifact that is fetched. */
export const GATHERERS = {
  axe: gatherAxe,
  crossOrigin: gatherCrossOrigin,
  lab: gatherLab,
  page: gatherPage,
  plainHttp: gatherPlainHttp,
  redirects: gatherRedirects,
  resources: gatherResources,
  robots: gatherRobots,
  siteRobots: gatherSiteRobots,
  sitemaps: gatherSitemaps,
} as const satisfies { [K in GatheredName]: Gatherer<K> }
