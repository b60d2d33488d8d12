import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** How a request fared in steps 1 to 6 of the order of checks. */
export type AdmissionOutcome =
  | 'ipBurst'
  | 'unauthorized'
  | 'revoked'
  | 'expired'
  | 'left'
  | 'unlinked'
  | 'keyBurst'
  | 'writes'
  | 'quota'
  | 'admitted'

/** The answer of admit_request. What follows the key is null until the key was found. */
export interface AdmissionRow {
  /** An `AdmissionOutcome`, or one of a later version that has migrated the database already. */
  readonly outcome: string
  readonly keyId: number | null
  readonly workspaceId: number | null
  readonly personId: number | null
  readonly personPublicId: string | null
  readonly role: string | null
  readonly tier: string | null
  /** Calls counted today, this one included when it was admitted. */
  readonly used: number | null
}

/** Arguments of admit_request. */
export interface AdmissionInput {
  readonly ip: string
  readonly keyHash: Buffer | null
  readonly needsWorkspace: boolean
  readonly isWrite: boolean
  readonly endpoint: string
  readonly now: Date
  readonly ipLimit: number
  readonly keyLimit: number
  readonly burstWindowMs: number
  readonly writeLimit: number
  readonly writeWindowMs: number
  readonly tiers: readonly string[]
  readonly dailyLimits: readonly (number | null)[]
}

const admit = kept(sql<AdmissionRow>`
  select outcome, key_id as "keyId", workspace_id as "workspaceId", person_id as "personId",
    person_public_id as "personPublicId", role, tier, used
  from admit_request($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`)

/** Decides every limit of a request in one round trip. */
export async function admitRequest(db: Queryable, input: AdmissionInput): Promise<AdmissionRow> {
  const { rows } = await db.query(admit, [
    input.ip,
    input.keyHash,
    input.needsWorkspace,
    input.isWrite,
    input.endpoint,
    input.now,
    input.ipLimit,
    input.keyLimit,
    input.burstWindowMs,
    input.writeLimit,
    input.writeWindowMs,
    input.tiers,
    input.dailyLimits,
  ])
  const row = rows[0]
  if (row === undefined) throw new Error('admit_request gave no row')
  return row
}

/** How a request of somebody who is signed in fared. */
export type SessionOutcome =
  | 'signedOut'
  | 'noWorkspace'
  | 'personBurst'
  | 'personWrites'
  | 'admitted'

/** The answer of admit_session. What follows the session is null until it was found. */
export interface SessionAdmissionRow extends Omit<AdmissionRow, 'keyId'> {
  readonly sessionId: number | null
}

/** Arguments of admit_session. */
export interface SessionAdmissionInput {
  readonly token: string
  readonly needsWorkspace: boolean
  readonly isWrite: boolean
  readonly now: Date
  readonly limit: number
  readonly windowMs: number
  readonly writeLimit: number
  readonly writeWindowMs: number
  readonly tiers: readonly string[]
}

const admitBySession = kept(sql<SessionAdmissionRow>`
  select outcome, session_id as "sessionId", workspace_id as "workspaceId", person_id as "personId",
    person_public_id as "personPublicId", role, tier, used
  from admit_session($1, $2, $3, $4, $5, $6, $7, $8, $9)`)

/** Decides the limits of somebody who is signed in, in one round trip. */
export async function admitSession(
  db: Queryable,
  input: SessionAdmissionInput,
): Promise<SessionAdmissionRow> {
  const { rows } = await db.query(admitBySession, [
    input.token,
    input.needsWorkspace,
    input.isWrite,
    input.now,
    input.limit,
    input.windowMs,
    input.writeLimit,
    input.writeWindowMs,
    input.tiers,
  ])
  const row = rows[0]
  if (row === undefined) throw new Error('admit_session gave no row')
  return row
}

const countTries = sql<{ refused: string | null }>`select admit_tries($1, $2, $3, $4) as refused`

/** How often something may be tried. */
export interface TryLimit {
  readonly bucket: string
  readonly limit: number
  readonly windowMs: number
}

/** Counts one try in each bucket, or in none when one of them is full.
 *  @param limits of different buckets
 *  @returns the first that is full, by name; null: none is */
export async function countTry(
  db: Queryable,
  limits: readonly TryLimit[],
  nowMs: number,
): Promise<string | null> {
  const { rows } = await db.query(countTries, [
    limits.map((limit) => limit.bucket),
    limits.map((limit) => limit.limit),
    limits.map((limit) => limit.windowMs),
    nowMs,
  ])
  return rows[0]?.refused ?? null
}

// In the order of the addresses, as every statement that counts several must be.
const countHits = sql<unknown>`
  select count(admit_burst('ip:' || hit.address, $3, $4, hit.at_ms))
  from (
    select address, at_ms from unnest($1::text[], $2::bigint[]) as hits (address, at_ms)
    order by address, at_ms
  ) hit`

/** Counts requests against the limits of their addresses after they were answered. */
export async function countAddressHits(
  db: Queryable,
  hits: readonly { readonly address: string; readonly atMs: number }[],
  limits: Pick<AdmissionInput, 'ipLimit' | 'burstWindowMs'>,
): Promise<void> {
  await db.query(countHits, [
    hits.map((hit) => hit.address),
    hits.map((hit) => hit.atMs),
    limits.ipLimit,
    limits.burstWindowMs,
  ])
}

// Rows a request holds at this moment are skipped: waiting for one while holding others could lock up.
const pruneOldBursts = sql<unknown>`
  delete from request_bursts where bucket in (
    select bucket from request_bursts
    where last_hit < case when starts_with(bucket, 'try:') then $2::bigint else $1::bigint end
    limit $3 for update skip locked
  )`

/** Windows that are forgotten at once: some 0.3 s. */
const PRUNED_AT_ONCE = 20_000

/** Forgets burst windows without a hit since an instant, some at a time: a flood from ever new addresses leaves more than one
 *  statement could in its time (a million took 13 s), and then none of them would ever go.
 *  @param triesBeforeMs the same of tries ("try:"), whose windows are longer */
export async function deleteBurstsBefore(
  db: Queryable,
  beforeMs: number,
  triesBeforeMs: number,
): Promise<number> {
  let forgotten = 0
  for (;;) {
    const values = [beforeMs, triesBeforeMs, PRUNED_AT_ONCE]
    const { rowCount } = await db.query(pruneOldBursts, values)
    forgotten += rowCount
    if (rowCount < PRUNED_AT_ONCE) return forgotten
  }
}

const pruneUsage = sql<unknown>`delete from daily_usage where day < $1::date`
const pruneEndpointUsage = sql<unknown>`delete from daily_endpoint_usage where day < $1::date`

/** Forgets the counts of days before one.
 *  @param day "2026-01-31" */
export async function deleteUsageBefore(db: Queryable, day: string): Promise<number> {
  const days = await db.query(pruneUsage, [day])
  const endpoints = await db.query(pruneEndpointUsage, [day])
  return days.rowCount + endpoints.rowCount
}

const byDay = sql<{ date: string; used: number }>`
  select day::text as date, used from daily_usage
  where subject = $1 and day >= $2::date and day <= $3::date`

/** Calls of a subject on each day of a span that had any. */
export async function readUsageByDay(
  db: Queryable,
  subject: string,
  fromDay: string,
  toDay: string,
): Promise<{ date: string; used: number }[]> {
  return (await db.query(byDay, [subject, fromDay, toDay])).rows
}

const byEndpoint = sql<{ endpoint: string; used: number }>`
  select endpoint, used from daily_endpoint_usage
  where subject = $1 and day = $2::date
  order by used desc, endpoint`

/** Calls of a subject on one day by endpoint, most used first. */
export async function readUsageByEndpoint(
  db: Queryable,
  subject: string,
  day: string,
): Promise<{ endpoint: string; used: number }[]> {
  return (await db.query(byEndpoint, [subject, day])).rows
}
