import type { Client } from 'pg'
import { DatabaseRefusedError } from './database-refused.ts'

/** Two answers each: another client of the pooler may have the connection at one of them. */
const ROUNDS = 2

const ask = `
  select concat_ws(' ', pid, extract(epoch from backend_start)) as session from pg_stat_activity where pid = pg_backend_pid()`

/** Refuses an address behind which one session of the server is that of several connections. There a lock of a session stays
 *  when its holder has gone, until the pooler parts with the connection, and nothing that is listened for is heard.
 *  @param client connected to the address, in no transaction
 *  @param other not connected yet, to the same address
 *  @throws DatabaseRefusedError with what to set */
export async function refusePooler(client: Client, other: Client): Promise<void> {
  const ours = new Set<string>()
  const others = new Set<string>()
  await other.connect()
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.add(await sessionOf(client))
      others.add(await sessionOf(other))
    }
  } finally {
    await other.end().catch(() => undefined)
  }
  if (![...ours].some((session) => others.has(session))) return
  throw new DatabaseRefusedError(
    'DATABASE_URL leads to a pooler that gives out connections for a transaction each, such as PgBouncer: have it lead to the server itself, and SIGHTLINE_POOLER_URL to the pooler',
  )
}

async function sessionOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ session: string }>(ask)
  return rows[0]?.session ?? ''
}
