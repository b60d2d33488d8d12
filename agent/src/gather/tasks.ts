import { MAX_ASKED_RESOURCES } from '@sightline/shared/analyses/resources'
import type { Page } from '../http/page.ts'
import { readPageFacts } from '../page/read-page-facts.ts'
import type { ResourceList } from '../page/resources/list-resources.ts'
import { listResources } from '../page/resources/list-resources.ts'
import { joinLists, lookUpInBody, readSitemapBody } from '../sitemap/task.ts'

/** What gatherers have done in a thread, by name: what comes and goes survives a structured clone. */
export const GATHER_TASKS = {
  /** One file, of which little is given back. */
  readSitemap: readSitemapBody,
  /** One page, in one file. */
  lookUpInSitemap: lookUpInBody,
  /** Addresses of a site's sitemaps. */
  joinSitemapLists: joinLists,
  /** @returns those that are asked for */
  listResources: (page: Page): ResourceList => {
    const { resources, total } = listResources(readPageFacts(page))
    return { resources: resources.slice(0, MAX_ASKED_RESOURCES), total }
  },
} as const
