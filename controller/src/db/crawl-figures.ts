import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A crawl whose figures are to be made. */
export interface FigurelessCrawl {
  readonly id: number
  /** Everything of it is read: it ends with these figures. */
  readonly isDone: boolean
}

const take = sql<FigurelessCrawl>`
  update crawl_jobs set figures_by = $1
  where id = (
    select j.id from crawl_jobs j
    where (
        (j.status = 'running' and j.phase = 'figures')
        or (j.status in ('failed', 'cancelled') and j.figures_pages < j.pages
          and j.finished_at > now() - interval '1 day')
        or (j.status = 'running' and j.pages > j.figures_pages and (
          j.figures_at is null and j.started_at < now() - make_interval(secs => $3::float8 / 1000)
          or j.figures_at < now() - greatest(
            make_interval(secs => $3::float8 / 1000),
            (now() - j.started_at) * $4::float8
          )
        ))
      )
      and not (j.id = any($5::integer[]))
      and (j.figures_by is null or j.figures_by = $1 or not exists (
        select from controllers c
        where c.id = j.figures_by and c.last_seen_at > now() - make_interval(secs => $2::float8 / 1000)
      ))
    order by j.status = 'running' and j.phase = 'figures' desc, (
        select max(other.figures_at) from crawl_jobs other
        where (other.status in ('queued', 'running') or other.finished_at > now() - interval '1 hour')
          and coalesce(other.workspace_id, -other.key_id) = coalesce(j.workspace_id, -j.key_id)
      ) nulls first, j.figures_at nulls first, j.id
    limit 1
    for update of j skip locked
  )
  returning id, status = 'running' and phase = 'figures' as "isDone"`

/** Takes the next crawl whose figures are behind for one controller, which makes those of one crawl at a time: those
 *  that are over first, and of those that run some now and then; of each the one whose workspace waits the longest, so
 *  that ten large crawls of one keep nobody else's from ending.
 *  @param goneAfterMs without a sign of a controller, what it had taken is free
 *  @param everyMs at the soonest  @param share of the time a crawl has run, so that long ones are not made ever
 *    more often
 *  @param except crawls that are passed over
 *  @returns null where there is none */
export async function takeFigurelessCrawl(
  db: Queryable,
  controllerId: string,
  due: {
    readonly goneAfterMs: number
    readonly everyMs: number
    readonly share: number
    readonly except: readonly number[]
  },
): Promise<FigurelessCrawl | null> {
  const { goneAfterMs, everyMs, share, except } = due
  const { rows } = await db.query(take, [controllerId, goneAfterMs, everyMs, share, [...except]])
  return rows[0] ?? null
}

const release = sql<never>`
  update crawl_jobs set figures_by = null where id = $1 and figures_by = $2`

/** Lets a crawl go: it is taken again when its figures are behind once more. */
export async function releaseFigures(
  db: Queryable,
  jobId: number,
  controllerId: string,
): Promise<void> {
  await db.query(release, [jobId, controllerId])
}
