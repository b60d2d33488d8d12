import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What became of a piece of work: its output, or why there is none. */
export type WorkOutcomeRow =
  | { readonly ok: true; readonly output: unknown; readonly bytes: Buffer | null }
  | { readonly ok: false; readonly code: string; readonly message: string }

const insert = sql<never>`
  with added as (
    insert into work_outcomes (public_id, output, bytes, error_code, error_message)
    values ($1, $2, $3, $4, $5)
    on conflict (public_id) do nothing
  )
  select pg_notify('work_done', $1)`

/** Leaves an outcome for the controller that asked, and tells it. */
export async function insertWorkOutcome(
  db: Queryable,
  publicId: string,
  outcome: WorkOutcomeRow,
): Promise<void> {
  const values = outcome.ok
    ? [JSON.stringify(outcome.output), outcome.bytes, null, null]
    : [null, null, outcome.code, outcome.message]
  await db.query(insert, [publicId, ...values])
}

interface TakenRow {
  readonly publicId: string
  readonly output: unknown
  readonly bytes: Buffer | null
  readonly code: string | null
  readonly message: string | null
}

const take = sql<TakenRow>`
  delete from work_outcomes where public_id = any($1::text[])
  returning public_id as "publicId", output, bytes, error_code as code, error_message as message`

/** Takes the outcomes that are there of these pieces of work. */
export async function takeWorkOutcomes(
  db: Queryable,
  publicIds: readonly string[],
): Promise<{ publicId: string; outcome: WorkOutcomeRow }[]> {
  const { rows } = await db.query(take, [publicIds])
  return rows.map(({ publicId, output, bytes, code, message }) => ({
    publicId,
    outcome:
      code === null ? { ok: true, output, bytes } : { ok: false, code, message: message ?? '' },
  }))
}

const prune = sql<never>`
  delete from work_outcomes where created_at < to_timestamp($1::float8 / 1000)`

/** Forgets outcomes that nobody took. @param beforeMs UNIX ms */
export async function pruneWorkOutcomes(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(prune, [beforeMs])
}
