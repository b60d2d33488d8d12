import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** Addresses of one pattern with parameters that are taken. Source: analyses design, section 4 */
const MAX_PATTERN_URLS = 500
/** Levels on which addresses of one pattern are taken: a calendar has a next month for ever, and an archive of
 *  2,000 articles with ten on a page ends before. */
const MAX_PATTERN_LEVELS = 200
/** Ranks that links of one page have: links of a page have places below this in their rank. */
export const RANKS_A_PAGE = 65_536
/** Addresses of other sites that are asked for; of the site what is not read as pages. */
const MAX_UNREAD_URLS = 10_000

// Rows are looked up by crawl and number, or crawl and pattern, both taken from other rows, as in crawl-store.ts. Told the
// crawl by itself, the planner takes it for one row where it has no statistics of it, and looked through all of its
// addresses for each: to open 2,000 took from 0.3 to 10 seconds.
// A level may be opened in parts, in the order of its ranks: it counts once for each pattern, and what was opened of it
// before counts as taken. What a sitemap names is no trap, however many of it there are.
const openNext = sql<{ opened: number }>`
  with crawl as materialized (
    select $1::int as job_id
  ), candidates as (
    select u.job_id, u.id, u.rank, u.pattern, p.urls as taken,
      p.levels - (p.last_level = $5::int)::int as levels,
      strpos(u.url, '?') > 0 as has_query, u.sitemap_place is not null as is_named,
      row_number() over (partition by u.pattern, u.sitemap_place is not null order by u.rank) as turn
    from crawl
    join crawl_urls u on u.job_id = crawl.job_id and u.state = 'found' and u.rank < $7::bigint
    left join crawl_patterns p on p.job_id = u.job_id and p.pattern = u.pattern
  ), judged as materialized (
    select job_id, id, rank, pattern, is_named, pattern is not null and not is_named and (
        has_query and coalesce(taken, 0) + turn > $2 or coalesce(levels, 0) >= $3
      ) as is_trap
    from candidates
  ), numbered as materialized (
    select job_id, id, pattern, is_named, row_number() over (order by rank) - 1 as place from judged where not is_trap
  ), noted as (
    insert into crawl_patterns (job_id, pattern, urls, levels, last_level)
    select $1, pattern, count(*), 1, $5::int from numbered
    where pattern is not null and not is_named group by pattern
    on conflict (job_id, pattern) do update set urls = crawl_patterns.urls + excluded.urls,
      levels = crawl_patterns.levels + (crawl_patterns.last_level <> excluded.last_level)::int,
      last_level = excluded.last_level
  ), left_out as (
    update crawl_urls u set state = 'left', left_out = 'trap' from judged
    where u.job_id = judged.job_id and u.id = judged.id and judged.is_trap
  ), opened as (
    update crawl_urls u set state = 'queued', seq = $4::int + numbered.place, level = $6::int
    from numbered where u.job_id = numbered.job_id and u.id = numbered.id
    returning 1
  )
  select count(*)::int as opened from opened`

const openSitemap = sql<{ opened: number }>`
  with numbered as materialized (
    select job_id, id, row_number() over (order by sitemap_place) - 1 as place from crawl_urls
    where job_id = $1 and state = 'found' and sitemap_place is not null
  ), opened as (
    update crawl_urls u set state = 'queued', seq = $2::int + numbered.place, level = null
    from numbered where u.job_id = numbered.job_id and u.id = numbered.id
    returning 1
  )
  select count(*)::int as opened from opened`

// Of the site files that pages lead to come first, then those that only its sitemaps name, then what pages show or
// name as canonical whose ending says nothing. No more of all than pages may be crawled, so that a gallery takes twice
// the time at most.
const openUnread = sql<{ opened: number }>`
  with own as (
    select job_id, id, rank, sitemap_place, url from crawl_urls
    where job_id = $1 and state = 'left' and (
      left_out in ('canonical', 'image') or left_out = 'type' and (rank is not null or sitemap_place is not null)
    )
    order by rank, sitemap_place, url limit least($3::int, (select max_pages from crawl_jobs where id = $1))
  ), others as (
    select job_id, id, rank from crawl_urls
    where $4::boolean and job_id = $1 and state = 'left' and left_out = 'external' and rank is not null
    order by rank limit $3::int
  ), numbered as materialized (
    select job_id, id, row_number() over (order by is_external, rank, sitemap_place, url) - 1 as place
    from (
      select job_id, id, rank, sitemap_place, url, false as is_external from own
      union all select job_id, id, rank, null, null, true from others
    ) asked
  ), opened as (
    update crawl_urls u set state = 'queued', seq = $2::int + numbered.place
    from numbered where u.job_id = numbered.job_id and u.id = numbered.id
    returning 1
  )
  select count(*)::int as opened from opened`

const leaveRest = sql<never>`
  update crawl_urls set state = 'left', left_out = $2, batch_id = null
  where job_id = $1 and state in ('found', 'queued', 'leased')`

const leaveLinked = sql<never>`
  update crawl_urls set state = 'left', left_out = 'depth' where job_id = $1 and state = 'found' and rank is not null`

const anyLeft = sql<{ isAny: boolean }>`
  select exists (
    select from crawl_urls where job_id = $1 and state = 'left' and left_out = 'cap'
  ) as "isAny"`

const move = sql<never>`
  update crawl_jobs set phase = $2, level = $3, hops = $4, next_seq = next_seq + $5, unfinished = $6, ahead = 0
  where id = $1`

const noteAhead = kept(sql<never>`
  update crawl_jobs set next_seq = next_seq + $2, unfinished = unfinished + $2, ahead = ahead + $2 where id = $1`)

const certain = kept(sql<CertainUrls>`
  select first.seq as "behindSeq", exists (
      select from crawl_urls u where u.job_id = $1 and u.state = 'found' and u.rank < first.seq::bigint * $2::int
    ) as "isAny"
  from (
    select seq from crawl_urls where job_id = $1 and state in ('queued', 'leased') order by seq limit 1
  ) first`)

/** Where a crawl is. */
export interface CrawlPlace {
  readonly jobId: number
  readonly phase: 'links' | 'sitemap' | 'external' | 'figures'
  readonly level: number
  readonly hops: number
  readonly nextSeq: number
  /** Addresses of the next level that are opened already: the last ones before `nextSeq`. */
  readonly ahead: number
}

/** The seq behind the last address of the level that is crawled. */
export const levelEnd = ({ nextSeq, ahead }: Pick<CrawlPlace, 'nextSeq' | 'ahead'>): number =>
  nextSeq - ahead

/** What can be told of the next level before this one is settled. */
export interface CertainUrls {
  /** The first address that is not settled. What those before it lead to is found, and nothing comes before that. */
  readonly behindSeq: number
  /** Whether they lead to what is not opened yet. */
  readonly isAny: boolean
}

/** null where everything that was opened is settled. */
export async function readCertainUrls(tx: Queryable, jobId: number): Promise<CertainUrls | null> {
  return (await tx.query(certain, [jobId, RANKS_A_PAGE])).rows[0] ?? null
}

async function countOf(rows: Promise<{ rows: { opened: number }[] }>): Promise<number> {
  return (await rows).rows[0]?.opened ?? 0
}

/** Puts the addresses that links of the level before lead to into the order in which these stand on the site.
 *  Nothing of the crawl but what it found decides that order.
 *  @param behindSeq only of pages before that one: all of the level, or those that are settled
 *  @returns how many */
export async function openLinkedUrls(
  tx: Queryable,
  at: CrawlPlace,
  behindSeq = levelEnd(at),
): Promise<number> {
  const clicks = at.phase === 'links' ? at.hops + 1 : null
  const values = [at.jobId, MAX_PATTERN_URLS, MAX_PATTERN_LEVELS, at.nextSeq, at.level + 1, clicks]
  return countOf(tx.query(openNext, [...values, behindSeq * RANKS_A_PAGE]))
}

/** The same for those that only sitemaps name, in their order. */
export async function openSitemapUrls(tx: Queryable, at: CrawlPlace): Promise<number> {
  return countOf(tx.query(openSitemap, [at.jobId, at.nextSeq]))
}

/** The same for what is no page of the site, of which only whether it answers is asked: its files, what only
 *  pages name as canonical and, where they are wanted, addresses of other sites. */
export async function openUnreadUrls(
  tx: Queryable,
  at: CrawlPlace,
  withExternal: boolean,
): Promise<number> {
  const values = [at.jobId, at.nextSeq, MAX_UNREAD_URLS, withExternal]
  return countOf(tx.query(openUnread, values))
}

/** What is known and not crawled stays so. @param why as crawl_urls.left_out */
export async function leaveUnfinished(
  tx: Queryable,
  jobId: number,
  why: 'cap' | 'depth',
): Promise<void> {
  await tx.query(leaveRest, [jobId, why])
}

const leaveUnasked = sql<{ unfinished: number }>`
  with unasked as (
    update crawl_urls set state = 'left', batch_id = null
    where job_id = $1 and state in ('queued', 'leased') and left_out <> 'external' returning 1
  )
  update crawl_jobs set unfinished = unfinished - (select count(*) from unasked) where id = $1
  returning unfinished`

/** What is no page of the site and was not asked for yet stays so, but for other sites.
 *  @returns how many addresses are not settled then */
export async function leaveUnread(tx: Queryable, jobId: number): Promise<number> {
  return (await tx.query(leaveUnasked, [jobId])).rows[0]?.unfinished ?? 0
}

/** What pages link to and no sitemap has opened is too deep. */
export async function leaveDeep(tx: Queryable, jobId: number): Promise<void> {
  await tx.query(leaveLinked, [jobId])
}

/** Whether addresses were left because of the most pages, or of a cancel. */
export async function isCutShort(tx: Queryable, jobId: number): Promise<boolean> {
  return (await tx.query(anyLeft, [jobId])).rows[0]?.isAny ?? false
}

/** Notes where a crawl is now, how many addresses were opened for that, and how many are not settled. */
export async function moveCrawl(
  tx: Queryable,
  to: Omit<CrawlPlace, 'nextSeq' | 'ahead'>,
  opened: number,
  unfinished: number,
): Promise<void> {
  await tx.query(move, [to.jobId, to.phase, to.level, to.hops, opened, unfinished])
}

/** Notes how many more addresses of the next level are opened. */
export async function noteOpenedAhead(tx: Queryable, jobId: number, opened: number): Promise<void> {
  await tx.query(noteAhead, [jobId, opened])
}
