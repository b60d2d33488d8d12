import { DatabaseRefusedError } from './database-refused.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Any number, the same everywhere: controllers share it for as long as they listen, a move has it for itself. It is the
 *  session's, so that nothing stays of one that was killed. */
const USE_LOCK = 7_446_009

/** Where the data of a database went. */
interface MovedTo {
  /** Host, port and name of the other database. */
  readonly place: string
  readonly at: string
}

// As a comment it is there for a database of any earlier version, and no backup takes it along.
const readMark = sql<{ mark: string | null }>`
  select obj_description(to_regclass('schema_migrations'), 'pg_class') as mark`

/** @throws DatabaseRefusedError when the data of a database is another's by now */
export async function refuseMoved(db: Queryable): Promise<void> {
  const { rows } = await db.query(readMark)
  const moved = movedTo(rows[0]?.mark ?? null)
  if (moved === null) return
  throw new DatabaseRefusedError(
    `the data of this database was moved to ${moved.place} (${moved.at}): set DATABASE_URL to that one. What would be stored here would not be there. To use this one again all the same: npm run cli -- move-to --undo`,
  )
}

const MARK = 'moved to '

function movedTo(mark: string | null): MovedTo | null {
  if (mark?.startsWith(MARK) !== true) return null
  // The place may be words.
  const end = mark.lastIndexOf(' ')
  return { place: mark.slice(MARK.length, end), at: mark.slice(end + 1) }
}

const share = sql<{
  shared: boolean
}>`select pg_try_advisory_lock_shared(${{ sqlPart: String(USE_LOCK) }}) as shared`

/** Keeps a database from being moved for as long as the session of `connection` lasts.
 *  @param connection one, not a pool
 *  @throws DatabaseRefusedError when it was moved, or is being moved now */
export async function keepFromMoving(connection: Queryable): Promise<void> {
  const { rows } = await connection.query(share)
  if (rows[0]?.shared !== true) throw beingMoved()
  // Afterwards: a move leaves its mark before it lets go.
  await refuseMoved(connection)
}

const look = sql<{ shared: boolean }>`
  select pg_try_advisory_xact_lock_shared(${{ sqlPart: String(USE_LOCK) }}) as shared`

/** @throws DatabaseRefusedError when a database was moved, or is being moved now */
export async function refuseMovedOrMoving(db: Queryable): Promise<void> {
  const { rows } = await db.query(look)
  if (rows[0]?.shared !== true) throw beingMoved()
  await refuseMoved(db)
}

const beingMoved = (): DatabaseRefusedError =>
  new DatabaseRefusedError(
    'the data of this database is being moved to another (npm run cli -- move-to): wait for its end, then set DATABASE_URL to that one',
  )

const claim = sql<{
  claimed: boolean
}>`select pg_try_advisory_lock(${{ sqlPart: String(USE_LOCK) }}) as claimed`

/** Keeps everybody from beginning to use a database for as long as the session of `connection` lasts.
 *  @returns false: somebody uses it, or moves it */
export async function claimForMoving(connection: Queryable): Promise<boolean> {
  return (await connection.query(claim)).rows[0]?.claimed === true
}

const setMark = sql<unknown>`select set_config('sightline.mark', $1, false)`
// A comment takes no value, and such statements cannot be prepared.
const mark = {
  text: `do $$ begin
    execute format('comment on table schema_migrations is %L', current_setting('sightline.mark'));
  end $$`,
}

/** Notes in a database where its data went: no controller starts on it from now on.
 *  @param connection one, not a pool */
export async function markMoved(connection: Queryable, toUrl: string, at: Date): Promise<void> {
  await connection.query(setMark, [`${MARK}${placeOf(toUrl)} ${at.toISOString()}`])
  await connection.query(mark)
}

const unmark = { text: `comment on table schema_migrations is null` }

/** Takes the note away again.
 *  @returns where the data had gone; null: it had not */
export async function unmarkMoved(db: Queryable): Promise<string | null> {
  const { rows } = await db.query(readMark)
  const moved = movedTo(rows[0]?.mark ?? null)
  if (moved !== null) await db.query(unmark)
  return moved?.place ?? null
}

/** Without user, password and settings: it is shown to whoever starts a controller. */
function placeOf(url: string): string {
  // A user without a host, which the driver allows, is none of a URL.
  const { host, pathname } = new URL(url.replace(/^(\w+:\/\/)[^/]*@\//, '$1/'))
  return host === '' ? `${pathname.slice(1)} at a local socket` : `${host}${pathname}`
}
