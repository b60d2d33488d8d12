import { randomBytes } from 'node:crypto'
import type { AuditResult } from '@sightline/shared/analyses/audit'
import { AUDIT_CHECK_IDS } from '@sightline/shared/analyses/audit-checks'
import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import type { CrawlFacts } from '@sightline/shared/crawl/work'
import { LINK_IS_REDIRECT } from '@sightline/shared/crawl/link'
import { analysisExample } from '../../controller/src/api/description/analyses/example.ts'
import type { PackedLink } from '../../controller/src/crawl/pack.ts'
import { dictionaryOf, packAudit, packLinks } from '../../controller/src/crawl/pack.ts'
import { digestOf } from '../../controller/src/crawl/url-digest.ts'
import { numberArray, textArray } from '../../controller/src/db/array-literal.ts'
import { insertPages } from '../../controller/src/db/crawl-store.ts'
import type { Database } from '../../controller/src/db/pool.ts'

/** A link: where to (an absolute address or a path of the site), and how. */
type FixtureLink = readonly [to: string, text?: string, flags?: number, area?: number]

/** An item of a crawl that never was. */
export interface FixturePage {
  readonly path: string
  readonly statusCode?: number
  readonly links?: readonly FixtureLink[]
  readonly redirectTo?: string
  /** Clicks as the crawl found it; null: only a sitemap leads there. Default: 0 for the first, else 1. */
  readonly level?: number | null
  readonly audit?: Partial<AuditResult>
  readonly facts?: Partial<CrawlFacts> | null
  /** What could not be read of it. */
  readonly remark?: string
  /** In the graph. */
  readonly depth?: number | null
  readonly pageRank?: number
}

/** An address that is no item. */
interface FixtureUrl {
  readonly url: string
  readonly state?: 'found' | 'queued' | 'done' | 'left'
  readonly leftOut?: string
  readonly outcome?: string
  readonly statusCode?: number
  readonly error?: string
}

/** A crawl as tests want it. */
export interface FixtureCrawl {
  /** null: of the key. Default: of the first workspace. */
  readonly workspaceId?: number | null
  readonly keyId?: number
  readonly status?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly host?: string
  readonly pages: readonly FixturePage[]
  readonly urls?: readonly FixtureUrl[]
  /** How many of the pages the link graph knows. Default: all. */
  readonly graphed?: number
  readonly complete?: boolean | null
  readonly unfinished?: number
  readonly error?: string | null
  readonly region?: string
}

/** What tests ask for it by. */
export interface InsertedCrawl {
  readonly id: number
  readonly jobId: string
  /** The address of a path. */
  readonly url: (path: string) => string
  /** The audit that an item was stored with. */
  readonly audit: (path: string) => AuditResult
}

const SETTINGS = {
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
  maxRequestsPerSecond: null,
}

const FACTS: CrawlFacts = {
  canonical: null,
  noindex: false,
  nofollow: false,
  alternates: [],
  lang: 'en',
  simHash: null,
}

const ROWS_AT_ONCE = 1_000

/** Puts a crawl with its pages, links and graph into the database as if it had been done. */
export async function insertFixtureCrawl(
  db: Database,
  crawl: FixtureCrawl,
): Promise<InsertedCrawl> {
  const { pages, host = 'www.example.com', urls: others = [] } = crawl
  const url = (path: string): string =>
    crawlUrl(path.startsWith('/') ? `https://${host}${path}` : path) ?? path
  const ids = new Map(pages.map(({ path }, seq) => [url(path), seq]))
  for (const other of others) ids.set(other.url, ids.size)
  for (const { links = [], redirectTo } of pages) {
    for (const to of [
      ...links.map(([target]) => target),
      ...(redirectTo === undefined ? [] : [redirectTo]),
    ]) {
      if (!ids.has(url(to))) ids.set(url(to), ids.size)
    }
  }
  const idOf = (path: string): number => ids.get(url(path)) ?? -1
  const audit = (page: FixturePage): AuditResult => ({
    ...analysisExample('audit'),
    url: url(page.path),
    fetchedUrl: url(page.path),
    statusCode: page.statusCode ?? 200,
    title: `Title of ${page.path}`,
    ...((page.statusCode ?? 200) === 200 ? {} : { score: 0, grade: 'F', issues: ['broken'] }),
    ...page.audit,
  })
  const linksOf = ({ links = [], redirectTo }: FixturePage): PackedLink[] => [
    ...links.map(([to, text = '', flags = 0, area = 3]): PackedLink => [
      idOf(to),
      flags,
      area,
      text,
    ]),
    ...(redirectTo === undefined
      ? []
      : [[idOf(redirectTo), LINK_IS_REDIRECT, 5, ''] satisfies PackedLink]),
  ]
  const first = pages[0]
  const dictionary =
    first === undefined ? null : dictionaryOf(Buffer.from(JSON.stringify(audit(first))))

  const { id, jobId } = await insertJob(db, crawl, {
    startUrl: url(first?.path ?? '/'),
    host,
    dictionary,
    nextUrlId: ids.size,
  })
  await insertUrls(db, id, crawl, ids, { url, idOf })
  const external = (to: number): boolean =>
    to >= pages.length && isExternal([...ids.keys()][to] ?? '', host)
  for (let at = 0; at < pages.length; at += ROWS_AT_ONCE) {
    const some = pages.slice(at, at + ROWS_AT_ONCE)
    const rows = some.map((page, index) => {
      const found = audit(page)
      const checks: Readonly<Record<string, { passed: boolean | null }>> = found.checks
      return {
        seq: at + index,
        urlId: at + index,
        statusCode: found.statusCode,
        score: found.score,
        grade: found.grade,
        title: found.title,
        description: found.metaDescription,
        h1: found.h1,
        wordCount: found.wordCount,
        internalLinks: found.internalLinks,
        failed: AUDIT_CHECK_IDS.flatMap((check, place) =>
          checks[check]?.passed === false ? [place] : [],
        ),
        ms: 12.5,
        bytes: 20_000,
        facts: page.facts === null ? null : { ...FACTS, ...page.facts },
        links: packLinks(linksOf(page)),
        images: null,
        audit: packAudit(JSON.stringify(found), dictionary ?? Buffer.alloc(0)),
      }
    })
    await insertPages(db, id, rows)
  }
  await insertGraph(db, id, pages.slice(0, crawl.graphed ?? pages.length), { linksOf, external })
  return {
    id,
    jobId,
    url,
    audit: (path) => audit(pages.find((page) => page.path === path) ?? { path }),
  }
}

function isExternal(url: string, host: string): boolean {
  return !url.startsWith(`https://${host}/`)
}

async function insertJob(
  db: Database,
  crawl: FixtureCrawl,
  made: { startUrl: string; host: string; dictionary: Buffer | null; nextUrlId: number },
): Promise<{ id: number; jobId: string }> {
  const { pages, status = 'done', keyId, complete, unfinished = 0, region = 'eu-west' } = crawl
  const isOver = status !== 'queued' && status !== 'running'
  const jobId = `crw_${randomBytes(10).toString('hex')}`
  const { rows: workspaces } = await db.query<{ id: number }>({
    text: 'select id from workspaces order by id limit 1',
  })
  const workspaceId = crawl.workspaceId === undefined ? workspaces[0]?.id : crawl.workspaceId
  const { rows } = await db.query<{ id: number }>(
    {
      text: `insert into crawl_jobs (public_id, workspace_id, key_id, status, asked_url, is_bare, start_url, host,
          settings, region, region_is_asked, max_pages, check_ids, created_at, started_at, finished_at, complete,
          error, pages, unfinished, dictionary, figures_pages, next_url_id, next_seq, phase)
        values ($1, $2, $3, $4, $5, false, $5, $6, $7, $8, false, 100000, $9, '2026-03-10T11:00:00Z',
          '2026-03-10T11:00:01Z', $10, $11, $12, $13, $14, $15, $16, $17, $13, $18) returning id`,
    },
    [
      jobId,
      workspaceId,
      workspaceId === null ? keyId : null,
      status,
      made.startUrl,
      made.host,
      JSON.stringify({ ...SETTINGS, maxPages: 100_000 }),
      region,
      AUDIT_CHECK_IDS,
      isOver ? '2026-03-10T11:30:00Z' : null,
      complete === undefined ? (isOver ? status === 'done' : null) : complete,
      crawl.error ?? null,
      pages.length,
      unfinished,
      made.dictionary,
      crawl.graphed ?? pages.length,
      made.nextUrlId,
      isOver ? 'figures' : 'links',
    ],
  )
  return { id: rows[0]?.id ?? 0, jobId }
}

async function insertUrls(
  db: Database,
  jobId: number,
  { pages, urls: others = [], host = 'www.example.com' }: FixtureCrawl,
  ids: ReadonlyMap<string, number>,
  { url, idOf }: { url: (path: string) => string; idOf: (path: string) => number },
): Promise<void> {
  const byUrl = new Map(others.map((other) => [other.url, other]))
  const byPage = new Map(pages.map((page, seq) => [url(page.path), { page, seq }]))
  const all = [...ids].map(([address, id]) => {
    const item = byPage.get(address)
    const other = byUrl.get(address)
    const isPage = item !== undefined
    const away = isExternal(address, host)
    return {
      id,
      url: address,
      state: isPage ? 'done' : (other?.state ?? 'left'),
      leftOut:
        isPage || other?.state !== undefined
          ? (other?.leftOut ?? null)
          : (other?.leftOut ?? (away ? 'external' : 'cap')),
      seq: item?.seq ?? null,
      level:
        item === undefined
          ? null
          : item.page.level === undefined
            ? item.seq === 0
              ? 0
              : 1
            : item.page.level,
      outcome: isPage
        ? item.page.redirectTo === undefined
          ? 'page'
          : 'redirect'
        : (other?.outcome ?? null),
      statusCode: isPage ? (item.page.statusCode ?? 200) : (other?.statusCode ?? null),
      error: item?.page.remark ?? other?.error ?? null,
      redirectTo: item?.page.redirectTo === undefined ? null : idOf(item.page.redirectTo),
    }
  })
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
    const some = all.slice(at, at + ROWS_AT_ONCE)
    await db.query(
      {
        text: `insert into crawl_urls (job_id, id, key, url, state, left_out, seq, level, outcome, status_code,
            error, redirect_to)
          select $1, * from unnest($2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::int[],
            $8::smallint[], $9::text[], $10::smallint[], $11::text[], $12::int[])`,
      },
      [
        jobId,
        numberArray(some.map((row) => row.id)),
        textArray(some.map((row) => digestOf(row.url))),
        textArray(some.map((row) => row.url)),
        textArray(some.map((row) => row.state)),
        textArray(some.map((row) => row.leftOut)),
        numberArray(some.map((row) => row.seq)),
        numberArray(some.map((row) => row.level)),
        textArray(some.map((row) => row.outcome)),
        numberArray(some.map((row) => row.statusCode)),
        textArray(some.map((row) => row.error)),
        numberArray(some.map((row) => row.redirectTo)),
      ],
    )
  }
}

/** Counts links as the site's figures do; depth and rank are as the pages say, for the rank of a page that says
 *  nothing 0. */
async function insertGraph(
  db: Database,
  jobId: number,
  pages: readonly FixturePage[],
  {
    linksOf,
    external,
  }: {
    linksOf: (page: FixturePage) => PackedLink[]
    external: (id: number) => boolean
  },
): Promise<void> {
  const sources = pages.map((): number[] => [])
  const outlinks = pages.map((page, seq) => {
    const targets = new Set(linksOf(page).map(([id]) => id))
    targets.delete(seq)
    for (const id of targets) sources[id]?.push(seq)
    return [...targets].filter((id) => !external(id)).length
  })
  for (let at = 0; at < pages.length; at += ROWS_AT_ONCE) {
    const some = pages.slice(at, at + ROWS_AT_ONCE)
    const seqs = some.map((_, index) => at + index)
    await db.query(
      {
        text: `insert into crawl_graph (job_id, seq, depth, inlinks, outlinks, page_rank, sources)
          select $1, seq, depth, inlinks, outlinks, page_rank, sources::int[]
          from unnest($2::int[], $3::smallint[], $4::int[], $5::int[], $6::real[], $7::text[])
            as g (seq, depth, inlinks, outlinks, page_rank, sources)`,
      },
      [
        jobId,
        numberArray(seqs),
        numberArray(
          some.map(({ depth }, index) =>
            depth === undefined ? (at + index === 0 ? 0 : 1) : depth,
          ),
        ),
        numberArray(seqs.map((seq) => sources[seq]?.length ?? 0)),
        numberArray(seqs.map((seq) => outlinks[seq] ?? 0)),
        numberArray(some.map(({ pageRank = 0 }) => pageRank)),
        textArray(seqs.map((seq) => numberArray((sources[seq] ?? []).slice(0, 1_000)))),
      ],
    )
  }
}
