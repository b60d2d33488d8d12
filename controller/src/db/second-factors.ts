import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What somebody's second factor is made of, as it is stored. */
export interface SecondFactorRow {
  readonly id: number
  /** "psn_..." */
  readonly personId: string
  readonly secret: string
  readonly backupCodes: string
}

const list = sql<SecondFactorRow>`
  select f.id, p.public_id as "personId", f.secret, f.backup_codes as "backupCodes"
  from person_second_factors f join people p on p.id = f.person_id
  where f.id > $1 order by f.id limit $2`

/** Second factors in the order of their numbers.
 *  @param afterId number the page begins after, 0 for the first */
export async function readSecondFactors(
  db: Queryable,
  afterId: number,
  limit: number,
): Promise<SecondFactorRow[]> {
  return (await db.query(list, [afterId, limit])).rows
}

const replace = sql<unknown>`
  update person_second_factors set secret = $4, backup_codes = $5
  where id = $1 and secret = $2 and backup_codes = $3`

/** Stores the same encrypted anew, where it is still as it was read.
 *  @returns whether it was */
export async function replaceSecondFactor(
  db: Queryable,
  { id, secret, backupCodes }: SecondFactorRow,
  after: { readonly secret: string; readonly backupCodes: string },
): Promise<boolean> {
  const values = [id, secret, backupCodes, after.secret, after.backupCodes]
  return (await db.query(replace, values)).rowCount === 1
}

const find = sql<{ secret: string }>`
  select secret from person_second_factors where person_id = $1`

/** @returns how the secret of somebody's codes is stored, null: there is none */
export async function findSecret(db: Queryable, personId: number): Promise<string | null> {
  return (await db.query(find, [personId])).rows[0]?.secret ?? null
}

// A step that is further ahead than codes can be is of a clock that was set back since.
const use = sql<unknown>`
  update person_second_factors set last_step = $2
  where person_id = $1 and coalesce(last_step, -1) not between $2 and $2 + 10`

/** Notes that the code of a step of time is used.
 *  @returns false where it was, or one of a later step */
export async function useStep(db: Queryable, personId: number, step: number): Promise<boolean> {
  return (await db.query(use, [personId, step])).rowCount === 1
}

const remove = sql<unknown>`
  with removed as (
    delete from person_second_factors f using people p
    where p.id = f.person_id and lower(p.email) = $1
    returning f.person_id
  )
  update people set two_factor_enabled = false from removed where people.id = removed.person_id`

/** @param email in lower case
 *  @returns false when nobody of that address has one */
export async function removeSecondFactor(db: Queryable, email: string): Promise<boolean> {
  return (await db.query(remove, [email])).rowCount > 0
}
