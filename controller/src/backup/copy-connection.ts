import type { Readable, Writable } from 'node:stream'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Queryable } from '../db/pool.ts'
import { refusePooler } from '../db/refuse-pooler.ts'
import type { Statement } from '../db/sql.ts'

/** One connection that copies rows as COPY writes them. */
export interface CopyConnection extends Queryable {
  /** Runs statements that are made at run time. */
  readonly run: (text: string) => Promise<void>
  /** The rows of a query, in COPY's text format. */
  readonly copyOut: (query: string) => Readable
  /** Takes rows in COPY's text format. @param target a table and its columns */
  readonly copyIn: (target: string) => Writable
  readonly end: () => Promise<void>
}

/** Both ends have to write the same text for the same value, whatever their servers are set to, and a table of many
 *  gigabytes takes longer than any statement of the program. */
const SETTINGS = [
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, MDY'",
  "set intervalstyle = 'postgres'",
  "set bytea_output = 'hex'",
  'set extra_float_digits = 1',
  "set client_encoding = 'UTF8'",
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
  'set jit = off',
]

function openClient(url: string): Client {
  const client = new Client({ connectionString: url, application_name: 'sightline backup' })
  // What is under way fails by itself; unheard, the loss of the connection would end the process.
  client.on('error', () => undefined)
  return client
}

/** @throws when the database cannot be reached; DatabaseRefusedError when it is a pooler's address: what is set and locked here
 *    would stay with the connections of others */
export async function openCopyConnection(url: string): Promise<CopyConnection> {
  const client = openClient(url)
  await client.connect()
  try {
    await refusePooler(client, openClient(url))
  } catch (error: unknown) {
    await client.end().catch(() => undefined)
    throw error
  }
  await client.query(SETTINGS.join(';'))
  return {
    async query<Row>({ text }: Statement<Row>, values: readonly unknown[] = []) {
      const result = await client.query({ text, values: [...values] })
      return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 }
    },
    run: async (text) => void (await client.query(text)),
    copyOut: (query) => client.query(copyTo(`copy (${query}) to stdout`)),
    copyIn: (target) => client.query(copyFrom(`copy ${target} from stdin`)),
    end: () => client.end().catch(() => undefined),
  }
}

/** A name as SQL has it. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function identifiers(names: readonly string[]): string {
  return names.map(identifier).join(', ')
}
