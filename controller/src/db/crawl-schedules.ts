import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import { CRAWL_SETTINGS } from './crawl-settings.ts'
import { isoTime } from './iso-time.ts'
import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

/** Whom to tell of a run, and of what. */
export interface CrawlAlerts {
  readonly memberIds: readonly string[]
  readonly contactIds: readonly string[]
  readonly teamIds: readonly string[]
  /** The average score of the pages fell by so many points or more; null: not told. */
  readonly scoreDrop: number | null
  /** Pages have critical issues or errors that they did not have. */
  readonly newErrors: boolean
  /** Pages that could be found by search engines cannot any more, or the other way round. */
  readonly indexability: boolean
}

/** What people decide of a crawl that repeats. Times in UNIX ms. */
export interface ScheduleConfigRow {
  /** Normalised. */
  readonly url: string
  readonly isBare: boolean
  readonly host: string
  readonly settings: CrawlSettings
  /** null for the nearest. */
  readonly region: string | null
  readonly fromMs: number
  readonly recurrence: 'day' | 'week' | 'month'
  readonly repeatEvery: number
  readonly timezone: string
  readonly alerts: CrawlAlerts
  readonly active: boolean
  readonly nextAtMs: number
}

/** A crawl that repeats. */
export interface ScheduleRow extends ScheduleConfigRow {
  readonly id: number
  readonly publicId: string
  readonly workspaceId: number
  readonly lastError: string | null
  /** Of the last run; null before the first. */
  readonly lastJobId: string | null
  readonly createdAt: Date
}

const COLUMNS: SqlPart = {
  sqlPart: `s.id, s.public_id as "publicId", s.workspace_id as "workspaceId", s.asked_url as url,
    s.is_bare as "isBare", s.host, ${CRAWL_SETTINGS.sqlPart}, s.region,
    (extract(epoch from s.starts_at) * 1000)::float8 as "fromMs", s.recurrence,
    s.repeat_every as "repeatEvery", s.timezone, s.alerts, s.active,
    (extract(epoch from s.next_at) * 1000)::float8 as "nextAtMs", s.last_error as "lastError",
    (select j.public_id from crawl_jobs j where j.schedule_id = s.id order by j.id desc limit 1) as "lastJobId",
    s.created_at as "createdAt"`,
}

function valuesOf(row: ScheduleConfigRow): unknown[] {
  return [
    row.url,
    row.isBare,
    row.host,
    JSON.stringify(row.settings),
    row.region,
    isoTime(row.fromMs),
    row.recurrence,
    row.repeatEvery,
    row.timezone,
    JSON.stringify(row.alerts),
    row.active,
    isoTime(row.nextAtMs),
  ]
}

const insert = sql<never>`
  insert into crawl_schedules (asked_url, is_bare, host, settings, region, starts_at, recurrence, repeat_every,
    timezone, alerts, active, next_at, public_id, workspace_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`

export async function insertCrawlSchedule(
  db: Queryable,
  row: ScheduleConfigRow & {
    readonly publicId: string
    readonly workspaceId: number
    readonly createdAt: Date
  },
): Promise<void> {
  await db.query(insert, [...valuesOf(row), row.publicId, row.workspaceId, row.createdAt])
}

const update = sql<never>`
  update crawl_schedules set asked_url = $1, is_bare = $2, host = $3, settings = $4, region = $5,
    starts_at = $6, recurrence = $7, repeat_every = $8, timezone = $9, alerts = $10, active = $11,
    next_at = $12
  where id = $13`

export async function updateCrawlSchedule(
  tx: Queryable,
  id: number,
  row: ScheduleConfigRow,
): Promise<void> {
  await tx.query(update, [...valuesOf(row), id])
}

const readOne = sql<ScheduleRow>`
  select ${COLUMNS} from crawl_schedules s where s.workspace_id = $1 and s.public_id = $2`

/** null for one that is not there, and for somebody else's. */
export async function readCrawlSchedule(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<ScheduleRow | null> {
  return (await db.query(readOne, [workspaceId, publicId])).rows[0] ?? null
}

const lockOne = sql<ScheduleRow>`
  select ${COLUMNS} from crawl_schedules s where s.workspace_id = $1 and s.public_id = $2 for update of s`

/** The same; nobody else changes it before the transaction ends. */
export async function lockCrawlSchedule(
  tx: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<ScheduleRow | null> {
  return (await tx.query(lockOne, [workspaceId, publicId])).rows[0] ?? null
}

const list = sql<ScheduleRow>`
  select ${COLUMNS} from crawl_schedules s where s.workspace_id = $1 order by s.id desc limit $2 offset $3`
const count = sql<{ total: number }>`
  select count(*)::int as total from crawl_schedules where workspace_id = $1`

/** The latest first. */
export async function listCrawlSchedules(
  db: Queryable,
  workspaceId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ total: number; rows: ScheduleRow[] }> {
  const { rows } = await db.query(list, [workspaceId, limit, offset])
  return { total: await countCrawlSchedules(db, workspaceId), rows }
}

export async function countCrawlSchedules(db: Queryable, workspaceId: number): Promise<number> {
  return (await db.query(count, [workspaceId])).rows[0]?.total ?? 0
}

const remove = sql<{ id: number }>`
  delete from crawl_schedules where workspace_id = $1 and public_id = $2 returning id`

/** What its runs found stays. @returns false where there is none */
export async function deleteCrawlSchedule(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<boolean> {
  return (await db.query(remove, [workspaceId, publicId])).rowCount > 0
}

/** A crawl whose time has come, with the plan of its workspace. */
export interface DueSchedule extends ScheduleRow {
  readonly plan: string
}

const lockDue = sql<DueSchedule>`
  select ${COLUMNS}, w.plan from crawl_schedules s join workspaces w on w.id = s.workspace_id
  where s.active and s.next_at <= $1 and not (s.id = any($2::bigint[]))
  order by s.next_at limit 1 for update of s skip locked`

/** One whose time has come; nobody else starts it before the transaction ends.
 *  @param except numbers of others */
export async function lockDueSchedule(
  tx: Queryable,
  now: Date,
  except: readonly number[],
): Promise<DueSchedule | null> {
  return (await tx.query(lockDue, [now, [...except]])).rows[0] ?? null
}

const openRun = sql<{ isAny: boolean }>`
  select exists (
    select from crawl_jobs where schedule_id = $1 and status in ('queued', 'running')
  ) as "isAny"`

/** Whether a run of a schedule waits or goes on. */
export async function hasOpenRun(tx: Queryable, id: number): Promise<boolean> {
  return (await tx.query(openRun, [id])).rows[0]?.isAny ?? false
}

const noteRun = sql<never>`
  update crawl_schedules set next_at = $2, last_error = $3 where id = $1`

/** @param error why it could not begin; null when it did */
export async function noteScheduleRun(
  tx: Queryable,
  id: number,
  nextAtMs: number,
  error: string | null,
): Promise<void> {
  await tx.query(noteRun, [id, isoTime(nextAtMs), error])
}

/** A run with the one before, of a crawl that repeats. */
export interface ScheduledRun {
  readonly scheduleId: number
  readonly workspaceId: number
  readonly host: string
  readonly alerts: CrawlAlerts
  readonly jobId: string
  /** Number of the last one before that was done; null for the first. */
  readonly beforeId: number | null
}

const readRun = sql<ScheduledRun>`
  select s.id as "scheduleId", s.workspace_id as "workspaceId", j.host, s.alerts, j.public_id as "jobId",
    (
      select max(b.id) from crawl_jobs b
      where b.schedule_id = s.id and b.id < j.id and b.status = 'done'
    ) as "beforeId"
  from crawl_jobs j join crawl_schedules s on s.id = j.schedule_id
  where j.id = $1`

/** null for a crawl that nobody repeats. */
export async function readScheduledRun(db: Queryable, jobId: number): Promise<ScheduledRun | null> {
  return (await db.query(readRun, [jobId])).rows[0] ?? null
}

/** How a site changed from one crawl to another. */
export interface SiteChangeRow {
  /** Of the pages that answer 200, on average; null without one. */
  readonly scoreBefore: number | null
  readonly scoreNow: number | null
  /** Pages that are in both and could be found before alone, or can be now alone. */
  readonly hidden: number
  readonly shown: number
  /** By issue, how many addresses have one that is critical or an error, and did not before. What the crawl before
   *  could not be looked through for, or did not reach, is not new. */
  readonly newErrors: Readonly<Record<string, number>>
}

const readChange = sql<SiteChangeRow>`
  with pages as (
    select p.job_id, u.key, p.status_code, p.score,
      p.status_code = 200 and u.outcome = 'page' and coalesce((p.facts ->> 'noindex') <> 'true', true)
        and coalesce(p.facts ->> 'canonical', u.url) = u.url as is_indexable
    from crawl_pages p join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
    where p.job_id in ($1, $2)
  ), changed as (
    select now.is_indexable as now, before.is_indexable as before
    from pages now join pages before using (key)
    where before.job_id = $1 and now.job_id = $2
  ), errors as (
    select i.job_id, i.id, u.key
    from crawl_issues i cross join unnest(i.items) as item (id)
    join crawl_urls u on u.job_id = i.job_id and u.id = item.id
    where i.job_id in ($1, $2) and i.severity in ('critical', 'error')
  ), new_errors as (
    select now.id, count(*) as pages from errors now
    join crawl_issues judged on judged.job_id = $1 and judged.id = now.id
    where now.job_id = $2 and not exists (
      select from errors before where before.job_id = $1 and before.id = now.id and before.key = now.key
    ) and (
      (select complete from crawl_jobs where id = $1) or exists (
        select from crawl_urls u where u.job_id = $1 and u.key = now.key and u.outcome is not null
      )
    )
    group by now.id
  )
  select
    (select avg(score) from pages where job_id = $1 and status_code = 200)::float8 as "scoreBefore",
    (select avg(score) from pages where job_id = $2 and status_code = 200)::float8 as "scoreNow",
    (select count(*) from changed where before and not now)::int as hidden,
    (select count(*) from changed where now and not before)::int as shown,
    coalesce((select jsonb_object_agg(id, pages) from new_errors), '{}') as "newErrors"`

/** @param beforeId and nowId numbers of two crawls of a site */
export async function readSiteChange(
  db: Queryable,
  beforeId: number,
  nowId: number,
): Promise<SiteChangeRow> {
  const [row] = (await db.query(readChange, [beforeId, nowId])).rows
  if (row === undefined) throw new Error('a statement without a condition gave no row')
  return row
}

const readAlerted = sql<{ workspaceId: number; alerts: CrawlAlerts }>`
  select workspace_id as "workspaceId", alerts from crawl_schedules where id = $1`

/** Whom to tell of a crawl that repeats; null where it is gone. */
export async function readScheduleAlerts(
  db: Queryable,
  id: number,
): Promise<{ workspaceId: number; alerts: CrawlAlerts } | null> {
  return (await db.query(readAlerted, [id])).rows[0] ?? null
}
