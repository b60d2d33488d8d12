import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const claim = sql<{ id: number }>`
  insert into outage_screenshots (outage_id, asked_at)
  select o.id, to_timestamp($2::float8 / 1000) from outages o
  where o.public_id = $1 and $4 > (
    select count(*) from outage_screenshots where asked_at > to_timestamp(($2::float8 - $3::float8) / 1000))
  on conflict do nothing
  returning outage_id as id`

/** Notes that a picture of the page is to be taken.
 *  @param limit so many in a window, over the whole installation: browsers are few
 *  @returns false: there is one, or there were too many of late */
export async function claimScreenshot(
  tx: Queryable,
  outageId: string,
  nowMs: number,
  limit: { readonly count: number; readonly windowMs: number },
): Promise<boolean> {
  const { rows } = await tx.query(claim, [outageId, nowMs, limit.windowMs, limit.count])
  return rows.length > 0
}

/** What came of it: an image, or a sentence on why there is none. */
export type TakenScreenshot =
  | {
      readonly region: string
      readonly shownUrl: string
      readonly statusCode: number
      readonly width: number
      readonly height: number
      readonly mimeType: string
      readonly image: Buffer
      readonly error: null
    }
  | { readonly error: string }

const store = sql<never>`
  update outage_screenshots s set taken_at = to_timestamp($2::float8 / 1000), region = $3, shown_url = $4, status_code = $5,
    width = $6, height = $7, mime_type = $8, image = $9, error = $10
  from outages o where o.id = s.outage_id and o.public_id = $1 and s.taken_at is null`

/** Keeps what came of it; the first stays. */
export async function storeScreenshot(
  db: Queryable,
  outageId: string,
  nowMs: number,
  taken: TakenScreenshot,
): Promise<void> {
  const shown = taken.error === null ? taken : null
  await db.query(store, [
    outageId,
    nowMs,
    shown?.region ?? null,
    shown?.shownUrl ?? null,
    shown?.statusCode ?? null,
    shown?.width ?? null,
    shown?.height ?? null,
    shown?.mimeType ?? null,
    shown?.image ?? null,
    taken.error,
  ])
}

/** What is known of a picture without the picture. */
export interface ScreenshotRow {
  readonly askedAt: Date
  /** null while it is on its way. */
  readonly takenAt: Date | null
  readonly region: string | null
  readonly shownUrl: string | null
  readonly statusCode: number | null
  readonly width: number | null
  readonly height: number | null
  readonly error: string | null
}

const read = sql<ScreenshotRow>`
  select asked_at as "askedAt", taken_at as "takenAt", region, shown_url as "shownUrl",
    status_code as "statusCode", width, height, error
  from outage_screenshots where outage_id = $1`

/** @returns null when none was asked for, or it is not kept any more */
export async function readScreenshot(
  db: Queryable,
  outageNumber: number,
): Promise<ScreenshotRow | null> {
  return (await db.query(read, [outageNumber])).rows[0] ?? null
}

const readImage = sql<{ image: Buffer; mimeType: string }>`
  select image, mime_type as "mimeType" from outage_screenshots where outage_id = $1 and image is not null`

/** The picture itself. */
export async function readScreenshotImage(
  db: Queryable,
  outageNumber: number,
): Promise<{ readonly image: Buffer; readonly mimeType: string } | null> {
  return (await db.query(readImage, [outageNumber])).rows[0] ?? null
}

const prune = sql<never>`delete from outage_screenshots where asked_at < $1`

/** Forgets pictures that were taken before then. */
export async function pruneScreenshotsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query(prune, [before])
}
