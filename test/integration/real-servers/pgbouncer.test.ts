import { createServer } from 'node:http'
import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCopyConnection } from '../../../controller/src/backup/copy-connection.ts'
import { move } from '../../../controller/src/backup/move.ts'
import { createAgentToken } from '../../../controller/src/agents/tokens.ts'
import { connectionRefusal } from '../../../controller/src/db/connection-refusal.ts'
import { migrate } from '../../../controller/src/db/migrate.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import type { ControllerReady } from '../../../controller/src/supervisor/ready-message.ts'
import { eventually } from '../../helpers/eventually.ts'
import { listen } from '../../helpers/listen.ts'
import type { Program } from '../../helpers/program.ts'
import { startProgram } from '../../helpers/program.ts'
import type { RealServer } from '../../helpers/real-server.ts'
import { installed, startServer } from '../../helpers/real-server.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const pgbouncer = installed(['pgbouncer'])

/** Fewer connections than a controller alone would have. */
const CONNECTIONS = 4

function startPooler({ url }: TestDatabase): Promise<RealServer> {
  const { hostname, port, username, password } = new URL(url)
  return startServer({
    program: pgbouncer.program('pgbouncer'),
    ports: 1,
    files: ({ ports }) => ({
      'pgbouncer.ini': `
[databases]
* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports[0]}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
    }),
    args: ({ folder }) => [`${folder}/pgbouncer.ini`],
  })
}

describe.skipIf(pgbouncer.isMissing)(`PgBouncer, a transaction each${pgbouncer.note}`, () => {
  let database: TestDatabase
  let pooler: RealServer
  let url: string

  beforeAll(async () => {
    database = await openTestDatabase()
    pooler = await startPooler(database)
    url = `postgres://nobody@127.0.0.1:${pooler.ports[0]}${new URL(database.url).pathname}`
  })

  afterAll(async () => {
    await pooler?.stop()
    await database?.close()
  })

  test('has the settings of a pool hold in each of its transactions', async () => {
    const options = { isPooled: true, statementTimeoutMs: 4_321, synchronousCommit: false }
    const db = openDatabase(url, createLogger('test', 'silent'), { ...options, max: 20 })
    const text = `select concat_ws(' ', current_setting('statement_timeout'), current_setting('jit'),
      current_setting('synchronous_commit')) as said`
    const said = async (run: Database['transaction']): Promise<unknown> =>
      run(async (tx) => (await tx.query<{ said: string }>({ name: 'said', text })).rows[0]?.said)
    try {
      const all = Array.from({ length: 40 }, (_, at) => said(at % 2 ? db.transaction : db.snapshot))
      expect(new Set(await Promise.all(all))).toEqual(new Set(['4321ms off off']))
    } finally {
      await db.close()
    }
  })

  test('is no address of the database: no lock of a session stays with it', async () => {
    const log = createLogger('test', 'silent')
    await expect(migrate(url, log)).rejects.toThrow(
      'DATABASE_URL leads to a pooler that gives out connections for a transaction each',
    )
    const words = 'DATABASE_URL leads to a pooler'
    await expect(openCopyConnection(url)).rejects.toThrow(words)
    const keys = { given: 'ab'.repeat(32), dataFolder: '/nonexistent' }
    await expect(move(url, database.url, keys, log)).rejects.toThrow(words)
    const held = `select 1 from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`
    expect((await database.db.query({ text: held })).rowCount).toBe(0)
    await expect(migrate(database.url, log)).resolves.toBeUndefined()
  })

  test('is named to whoever gives a command by it', async () => {
    const db = openDatabase(url, createLogger('test', 'silent'))
    const refused = await db.query({ text: 'select 1' }).catch((error: unknown) => error)
    await db.close()
    expect(connectionRefusal(refused)).toMatch(
      /^is a pooler, such as PgBouncer, .*: have DATABASE_URL lead to the server itself/,
    )
  })

  test('carries a controller with its checks and crawls', async () => {
    const { db } = database
    const page = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Page</title><p>Words')
    })
    const site = `http://127.0.0.1:${await listen(page)}/`
    const folder = temporaryFolder()
    const own = { SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SIGHTLINE_CHROME: 'none' }
    const controller = await startProgram<ControllerReady>('controller/src/main.ts', [], {
      ...own,
      DATABASE_URL: database.url,
      SIGHTLINE_POOLER_URL: url,
      PORT: '0',
      SIGHTLINE_GRPC_PORT: '0',
      SIGHTLINE_DATA_DIR: `${folder}/controller`,
    })
    const { token } = await createAgentToken(db, { region: 'lab', name: 'lab', now: new Date() })
    const places = ['--region', 'lab', '--controller', controller.ready.grpc]
    let agent: Program<unknown> | null = null
    const call = async (path: string, body: object) => {
      const answer = await fetch(new URL(path, controller.ready.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': controller.ready.firstRun?.apiKey ?? '',
        },
        body: JSON.stringify(body),
      })
      expect(answer.ok).toBe(true)
    }
    try {
      agent = await startProgram('agent/src/main.ts', [...places, '--data-dir', `${folder}/a`], {
        ...own,
        SIGHTLINE_AGENT_TOKEN: token,
      })
      await call('/api/v1/monitors', { url: site, regions: ['lab'], alerts: { onDown: true } })
      await call('/api/v1/crawl', { url: site })
      const states = `select s.status || ' ' || j.status as state from monitor_states s, crawl_jobs j`
      await eventually(async () => {
        const { rows } = await db.query<{ state: string }>({ text: states })
        return rows[0]?.state === 'up done'
      })
      expect(controller.output()).not.toMatch(/"level":(?:50|60)/)
    } finally {
      await agent?.stop()
      await controller.stop()
      page.close()
    }
  })
})
