import { AUDIT_CHECK_IDS } from '@sightline/shared/analyses/audit-checks'
import type { AddressGuard } from '@sightline/shared/address'
import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import { AppError } from '@sightline/shared/errors'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { Plan } from '../accounts/plans.ts'
import type { CrawlListPart } from '../db/crawl-job-reads.ts'
import { listCrawlJobs } from '../db/crawl-job-reads.ts'
import type { CrawlOwner } from '../db/crawl-jobs.ts'
import { countOpenCrawls, endCrawl, insertCrawl } from '../db/crawl-jobs.ts'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import { createJudgeHost } from '../on-demand/judge-host.ts'
import { readPageUrl } from '../on-demand/page-url.ts'
import type { PreferRegions } from '../on-demand/prefer-regions.ts'
import { askedRegion, capableRegions } from '../regions/capable-regions.ts'
import { newPublicId } from '../secrets/random-id.ts'
import { checkMaxPages } from './check-max-pages.ts'
import { createCheckRate } from './check-rate.ts'
import type { CrawlJobView } from './job-view.ts'
import { jobView, readCrawlJob } from './job-view.ts'

/** Crawls of one owner that wait or run at once. They take turns, so more would only wait. */
const MAX_OPEN_CRAWLS = 100

/** A crawl that somebody asks for. */
export interface CrawlRequest extends CrawlOwner {
  readonly plan: Pick<Plan, 'tier' | 'maxCrawlPages'>
  /** As it was sent. */
  readonly url: string
  /** null for the nearest region that can. */
  readonly region: string | null
  /** Where the caller is, as regions name it; null when nobody knows. */
  readonly continent: string | null
  readonly settings: CrawlSettings
}

/** Starts, lists and ends crawls. */
export interface CrawlService {
  /** @throws AppError badRequest, forbidden for an address that may not be reached, conflict when the owner has
   *    too many crawls, unavailable when no agent can crawl */
  readonly start: (request: CrawlRequest) => Promise<CrawlJobView>
  /** The latest first. */
  readonly list: (
    owner: CrawlOwner,
    part: CrawlListPart,
  ) => Promise<{ total: number; jobs: CrawlJobView[] }>
  /** @throws AppError notFound */
  readonly get: (owner: CrawlOwner, publicId: string) => Promise<CrawlJobView>
  /** Ends a crawl that is not over; what it found stays. @throws AppError notFound */
  readonly cancel: (owner: CrawlOwner, publicId: string) => Promise<CrawlJobView>
}

export function createCrawlService(parts: {
  readonly db: Queryable
  readonly guard: AddressGuard
  readonly resolveName: NameResolver['resolve']
  readonly preferRegions: PreferRegions
  readonly now: () => Date
}): CrawlService {
  const { db, preferRegions, now } = parts
  const judgeHost = createJudgeHost(parts)
  const checkRate = createCheckRate(parts)

  async function regionFor(request: CrawlRequest, host: string): Promise<string> {
    const known = await readRegions(db, AGENT_LOST_AFTER_MS)
    const able = capableRegions(known, askedRegion(request.region), 'crawl', 'crawl sites')
    const [nearest] = await preferRegions(able, host, request.continent)
    return nearest ?? able[0] ?? ''
  }

  async function checkRoom(request: CrawlRequest): Promise<void> {
    const { plan, settings } = request
    checkMaxPages(plan, settings)
    if ((await countOpenCrawls(db, request)) < MAX_OPEN_CRAWLS) return
    throw new AppError(
      'conflict',
      `${MAX_OPEN_CRAWLS} crawls wait or run already: cancel one, or try again when one is done.`,
    )
  }

  return {
    async start(request) {
      const { url, host, isBare } = readPageUrl(request.url, 'field')
      await judgeHost(host, 'crawled')
      await checkRate(host, request.settings.maxRequestsPerSecond)
      await checkRoom(request)
      const region = await regionFor(request, host)
      const publicId = newPublicId('crw')
      await insertCrawl(db, {
        ...request,
        publicId,
        url,
        isBare,
        host: new URL(url).host,
        region,
        regionIsAsked: request.region !== null,
        checkIds: AUDIT_CHECK_IDS,
        createdAt: now(),
      })
      return jobView(await readCrawlJob(db, request, publicId))
    },
    async list(owner, part) {
      const { total, rows } = await listCrawlJobs(db, owner, part)
      return { total, jobs: rows.map(jobView) }
    },
    get: async (owner, publicId) => jobView(await readCrawlJob(db, owner, publicId)),
    async cancel(owner, publicId) {
      const { id } = await readCrawlJob(db, owner, publicId)
      await endCrawl(db, id, { status: 'cancelled', error: null })
      return jobView(await readCrawlJob(db, owner, publicId))
    },
  }
}
