import { setTimeout as delay } from 'node:timers/promises'
import type { AuditResult } from '@sightline/shared/analyses/audit'
import type { AuditCheckId } from '@sightline/shared/analyses/audit-checks'
import { AUDIT_CHECK_IDS } from '@sightline/shared/analyses/audit-checks'
import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import type { CrawlLink } from '@sightline/shared/crawl/link'
import type {
  CrawlBatchInput,
  CrawlFacts,
  CrawlOutcome,
  CrawlRecord,
  CrawlRobots,
} from '@sightline/shared/crawl/work'
import { LINK_IS_REDIRECT, LINK_NOFOLLOW } from '@sightline/shared/crawl/link'
import { createLogger } from '@sightline/shared/logger'
import { makeFigures } from '../../controller/src/crawl/site/make-figures.ts'
import { startCrawlKeeper } from '../../controller/src/crawl/keeper.ts'
import { startCrawlRunner } from '../../controller/src/crawl/runner.ts'
import { insertCrawl } from '../../controller/src/db/crawl-jobs.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { createOpenWork } from '../../controller/src/on-demand/open-work.ts'
import { newPublicId } from '../../controller/src/secrets/random-id.ts'
import type { Session } from '../../controller/src/sessions/agent-session.ts'
import { NO_ROBOTS } from './crawled-pages.ts'
import { auditOf } from './audited-page.ts'
import type { WorkAnswer } from './worker-session.ts'
import { workerSession } from './worker-session.ts'

type BatchUrl = CrawlBatchInput['urls'][number]

/** An address of a made site, and what it answers. */
interface SitePage {
  /** Paths it links to; with a "!" before them the link says nofollow. */
  readonly links?: readonly string[]
  /** Paths of the images that it shows. */
  readonly images?: readonly string[]
  readonly status?: number
  /** A path; it answers 301. */
  readonly redirect?: string
  readonly outcome?: CrawlOutcome
  readonly error?: string
  readonly title?: string
  readonly facts?: Partial<CrawlFacts>
  /** Checks of the audit that fail. */
  readonly fails?: readonly AuditCheckId[]
}

/** A site whose pages nobody fetches: what agents would bring of it is made from this. */
export interface MadeSite {
  readonly pages: Readonly<Record<string, SitePage>>
  /** Paths that its sitemap names. */
  readonly sitemap?: readonly string[]
  /** There is more in it. */
  readonly isSitemapCut?: boolean
  /** It names versions in other languages. */
  readonly hasSitemapAlternates?: boolean
  readonly robots?: Partial<CrawlRobots>
}

export const ORIGIN = 'https://shop.example'

const absolute = (path: string): string => new URL(path, ORIGIN).href

const TEMPLATE = auditOf()

const PLAIN_FACTS: CrawlFacts = {
  canonical: null,
  noindex: false,
  nofollow: false,
  alternates: [],
  lang: 'en',
  simHash: null,
}

/** An audit that tells pages apart. */
function madeAudit(url: string, statusCode: number, page: SitePage): AuditResult {
  const { pathname } = new URL(url)
  const { title = `Title of ${pathname}`, fails = [] } = page
  const failed = fails.map((id) => [id, { ...TEMPLATE.checks[id], passed: false, issue: id }])
  return {
    ...TEMPLATE,
    url,
    fetchedUrl: url,
    statusCode,
    title,
    metaDescription: `About ${pathname}`,
    h1: `Heading of ${pathname}`,
    checks: { ...TEMPLATE.checks, ...Object.fromEntries(failed) },
  }
}

function linksOf({ links = [], redirect, facts: { refresh } = {} }: SitePage): CrawlLink[] {
  const lead = redirect ?? refresh
  if (lead !== undefined) return [[absolute(lead), LINK_IS_REDIRECT, 5, '']]
  return links.map((path) =>
    path.startsWith('!')
      ? [absolute(path.slice(1)), LINK_NOFOLLOW, 3, path]
      : [absolute(path), 0, 3, path],
  )
}

/** What an agent brings of an address of a made site. */
export function madeRecord(site: MadeSite, { id, url }: Pick<BatchUrl, 'id' | 'url'>): CrawlRecord {
  const { pathname, search } = new URL(url)
  const page = site.pages[pathname + search] ?? { status: 404 }
  const outcome = page.outcome ?? (page.redirect === undefined ? 'page' : 'redirect')
  const isItem = outcome === 'page' || outcome === 'redirect'
  const statusCode = page.status ?? (page.redirect === undefined ? 200 : 301)
  return {
    id,
    outcome,
    statusCode: outcome === 'failed' || outcome === 'blocked' ? (page.status ?? null) : statusCode,
    contentType: 'text/html',
    ms: 12,
    bytes: 2_000,
    retryAfterMs: null,
    error: page.error ?? null,
    audit: isItem ? madeAudit(url, statusCode, page) : null,
    facts: outcome === 'page' ? { ...PLAIN_FACTS, ...page.facts } : null,
    links: isItem ? linksOf(page) : [],
    ...(page.images === undefined ? {} : { images: page.images.map(absolute) }),
  }
}

const lines = (records: readonly CrawlRecord[]): Buffer =>
  Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))

/** What an agent of a made site answers to work.
 *  @param record a test may bring others */
export function answerOf(
  site: MadeSite,
  kind: string,
  input: unknown,
  record: (url: BatchUrl) => CrawlRecord = (url) => madeRecord(site, url),
): WorkAnswer {
  const robots = { ...NO_ROBOTS, ...site.robots }
  if (kind === 'crawlOpening') {
    const sitemap = site.sitemap ?? []
    return {
      output: {
        startUrl: absolute('/'),
        robots,
        sitemapErrors: [],
        sitemapFiles: sitemap.length,
        sitemapsCut: site.isSitemapCut,
        sitemapAlternates: site.hasSitemapAlternates,
      },
      bytes: Buffer.from(sitemap.map(absolute).join('\n')),
    }
  }
  const batch = input as CrawlBatchInput
  return {
    output: { robots: batch.robots === null ? robots : null },
    bytes: lines(batch.urls.map(record)),
  }
}

/** Those of a crawl of a made site. */
export const MADE_SETTINGS: CrawlSettings = {
  maxPages: 100,
  maxDepth: null,
  respectRobots: true,
  includeSitemap: true,
  render: false,
  includeSubdomains: false,
  followNofollow: false,
  dropTracking: false,
  checkExternal: false,
  checkImages: false,
  include: [],
  exclude: [],
  userAgent: null,
  // Made sites need no rest.
  maxRequestsPerSecond: 100_000,
}

/** Asks for a crawl. @returns its number */
export async function askForCrawl(
  db: Database,
  workspaceId: number,
  settings: Partial<CrawlSettings> = {},
): Promise<number> {
  const publicId = newPublicId('crw')
  await insertCrawl(db, {
    publicId,
    workspaceId,
    keyId: 1,
    url: absolute('/'),
    isBare: false,
    host: new URL(ORIGIN).host,
    settings: { ...MADE_SETTINGS, ...settings },
    region: 'eu-west',
    regionIsAsked: true,
    checkIds: AUDIT_CHECK_IDS,
    createdAt: new Date(),
  })
  const { rows } = await db.query<{ id: number }>(
    { text: 'select id from crawl_jobs where public_id = $1' },
    [publicId],
  )
  return rows[0]?.id ?? 0
}

/** Some agents at a controller of the test's own. */
export interface Crawlers {
  readonly sessions: Map<string, Session>
  /** Cuts an agent's connection; what it had is lost. */
  readonly cut: (agentId: string) => void
  readonly add: (agentId: string) => void
  /** As a notification of the database does. */
  readonly look: () => void
  readonly stop: () => Promise<void>
}

/** Lets agents crawl as the test says.
 *  @param answer what they answer; called for each piece of work */
export function startCrawlers(
  db: Database,
  options: {
    readonly agents: number
    readonly controllerId: string
    readonly answer: (
      kind: string,
      input: unknown,
      agentId: string,
    ) => WorkAnswer | Promise<WorkAnswer>
  },
): Crawlers {
  const log = createLogger('test', 'fatal')
  const sessions = new Map<string, Session>()
  const work = createOpenWork()
  const add = (agentId: string): void => {
    const session = workerSession(work, {
      region: 'eu-west',
      agentId,
      capabilities: ['crawl'],
      answer: (kind, input) => options.answer(kind, input, agentId),
    })
    sessions.set(agentId, session)
  }
  for (let at = 0; at < options.agents; at += 1) add(`agt_${options.controllerId}_${at}`)
  const runner = startCrawlRunner({
    db,
    controllerId: options.controllerId,
    sessions,
    work,
    allRead: () => keeper.look(),
    log,
  })
  const keeper = startCrawlKeeper({
    db,
    controllerId: options.controllerId,
    preferRegions: async (regions) => [...regions],
    makeFigures: (jobId) => makeFigures(db, jobId),
    isFollowed: runner.isFollowed,
    look: runner.look,
    now: Date.now,
    log,
  })
  return {
    sessions,
    cut(agentId) {
      const session = sessions.get(agentId)
      sessions.delete(agentId)
      if (session !== undefined) work.sessionEnded(session)
    },
    add(agentId) {
      add(agentId)
      runner.look()
    },
    look: runner.look,
    async stop() {
      await Promise.all([runner.stop(), keeper.stop()])
    },
  }
}

/** An answer that takes some time. */
export async function slowly(answer: WorkAnswer, ms: number): Promise<WorkAnswer> {
  await delay(ms)
  return answer
}

/** How a crawl stands. */
export interface CrawlState {
  readonly status: string
  readonly error: string | null
  readonly complete: boolean | null
  readonly pages: number
  readonly unfinished: number
}

export async function stateOf(db: Database, jobId: number): Promise<CrawlState | undefined> {
  const { rows } = await db.query<CrawlState>(
    { text: 'select status, error, complete, pages, unfinished from crawl_jobs where id = $1' },
    [jobId],
  )
  return rows[0]
}

/** Waits until a crawl is over. */
export async function ended(db: Database, jobId: number, limitMs = 120_000): Promise<CrawlState> {
  const until = performance.now() + limitMs
  for (;;) {
    const state = await stateOf(db, jobId)
    if (state !== undefined && state.status !== 'queued' && state.status !== 'running') return state
    if (performance.now() > until) throw new Error(`the crawl goes on: ${JSON.stringify(state)}`)
    await delay(25)
  }
}

/** The items of a crawl in its order. */
export interface CrawledItem {
  readonly seq: number
  readonly path: string
  readonly level: number | null
  readonly statusCode: number
}

/** What a crawl brought. */
export async function itemsOf(db: Database, jobId: number): Promise<CrawledItem[]> {
  const rows = await db.query<{
    seq: number
    url: string
    level: number | null
    statusCode: number
  }>(
    {
      text: `select p.seq, u.url, u.level, p.status_code as "statusCode" from crawl_pages p
        join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id where p.job_id = $1 order by p.seq`,
    },
    [jobId],
  )
  return rows.rows.map(({ url, ...row }) => ({ ...row, path: url.slice(ORIGIN.length) }))
}
