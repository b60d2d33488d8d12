import { gatherAgentNames } from './agent-names.ts'
import { gatherAxe } from './axe.ts'
import { gatherCrossOrigin } from './cross-origin.ts'
import type { GatheredName, Gatherer } from './gatherer.ts'
import { gatherPageLoad } from './page-load.ts'
import { gatherLab } from './lab.ts'
import { gatherPage } from './page.ts'
import { gatherPlainHttp } from './plain-http.ts'
import { gatherPreloadedHosts } from './preloaded-hosts.ts'
import { gatherProbes } from './probes.ts'
import { gatherRedirects } from './redirects.ts'
import { gatherRendered } from './rendered.ts'
import { gatherResources } from './resources.ts'
import { gatherRobots, gatherSiteRobots } from './robots.ts'
import { gatherScreenshot } from './screenshot.ts'
import { gatherSitemapListing } from './sitemap-listing.ts'
import { gatherSitemaps } from './sitemaps.ts'

/** Every artifact that is fetched. */
export const GATHERERS = {
  agentNames: gatherAgentNames,
  axe: gatherAxe,
  crossOrigin: gatherCrossOrigin,
  lab: gatherLab,
  page: gatherPage,
  pageLoad: gatherPageLoad,
  plainHttp: gatherPlainHttp,
  preloadedHosts: gatherPreloadedHosts,
  probes: gatherProbes,
  redirects: gatherRedirects,
  rendered: gatherRendered,
  resources: gatherResources,
  robots: gatherRobots,
  screenshot: gatherScreenshot,
  siteRobots: gatherSiteRobots,
  sitemapListing: gatherSitemapListing,
  sitemaps: gatherSitemaps,
} as const satisfies { [K in GatheredName]: Gatherer<K> }
