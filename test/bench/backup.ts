import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { openCopyConnection } from '../../controller/src/backup/copy-connection.ts'
import { migrate } from '../../controller/src/db/migrate.ts'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import { readServerVersions } from '../../controller/src/db/catalog.ts'
import { loadSecretKeys } from '../../controller/src/secrets/secret-keys.ts'
import { databaseFolder } from '../../controller/src/supervisor/postgres/cluster.ts'
import type { EmbeddedPostgres } from '../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { startEmbeddedPostgres } from '../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { memoryMbOf } from '../helpers/process-figures.ts'
import { CLI } from '../helpers/run-program.ts'
import type { Report } from './report.ts'

const DAYS = 30
const RESULTS = 1_000_000
const DAY_MS = 86_400_000

/** Of 100 monitors in three regions; one in fifty is down, with a sentence and what was found. */
const FILL = `
  insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at, duration_ms,
    status_code, response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, download_ms, status, failure_source, phase,
    cause, error, ip, details)
  select 1 + n % 100, slot, (array['eu-west', 'us-east', 'ap-south'])[1 + n / 100 % 3], 0, false, false,
    slot + random() * interval '40 ms', ms::integer + 3, case when up then 200 else 503 end, ms, ms * random() * 0.1,
    ms * random() * 0.2, ms * random() * 0.3, ms * 0.5, ms * random() * 0.1,
    case when up then 'up' else 'down' end, case when not up then 'target' end, case when not up then 'response' end,
    case when not up then 'httpStatus' end, case when not up then 'It answered with status 503 instead of 200.' end,
    '203.0.113.' || n % 250, '{"tls":{"issuer":"Example CA","expiresAt":"2027-05-01T00:00:00.000Z","protocol":"TLSv1.3"}}'
  from (
    select n, now() - (n / 300) * interval '${(DAYS * 86_400 * 300) / RESULTS} seconds' as slot,
      (80 + 200 * random())::real as ms, random() > 0.02 as up
    from generate_series(0, $1::integer - 1) as n
  ) made`

/** The command as an operator runs it. @returns how long it took, and its memory at its highest */
async function cli(
  dataFolder: string,
  ...words: string[]
): Promise<{ seconds: number; peakMb: number }> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...CLI, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], SIGHTLINE_DATA_DIR: dataFolder },
  })
  let peakMb = 0
  const look = setInterval(() => {
    if (child.exitCode !== null || child.pid === undefined) return
    peakMb = Math.max(peakMb, memoryMbOf(child.pid).peak)
  }, 50)
  const [status] = (await once(child, 'exit')) as [number | null]
  clearInterval(look)
  if (status !== 0) throw new Error(`${words.join(' ')} failed`)
  return { seconds: (performance.now() - startedAt) / 1_000, peakMb }
}

/** Of every row in its order. */
async function digestOf(url: string): Promise<string> {
  const connection = await openCopyConnection(url)
  const digest = createHash('sha256')
  const rows = connection.copyOut(
    'select * from check_results order by monitor_id, scheduled_at, region, attempt',
  )
  for await (const chunk of rows as AsyncIterable<Buffer>) digest.update(chunk)
  await connection.end()
  return digest.digest('hex')
}

async function fill(db: Database): Promise<void> {
  const days = await openResultDays(db, createLogger('bench', 'error'))
  await days.ensure(
    Array.from({ length: DAYS + 3 }, (_, ago) => Date.now() + DAY_MS - ago * DAY_MS),
  )
  await db.query({ text: FILL }, [RESULTS])
}

async function withServer<T>(
  folder: string,
  work: (server: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ folder })
  try {
    return await work(server)
  } finally {
    await server.stop(10_000)
  }
}

/** A million results: backed up, restored and moved, each compared row by row. */
export async function benchBackup(): Promise<Report> {
  const root = mkdtempSync(join(tmpdir(), 'sightline-bench-backup-'))
  const [from, to, third] = ['from', 'to', 'third'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  const file = join(root, 'sightline.tar')
  try {
    await loadSecretKeys(undefined, from)
    const [before, versions] = await withServer(databaseFolder(from), async ({ url }) => {
      await migrate(url, createLogger('bench', 'error'))
      const db = openDatabase(url, createLogger('bench', 'error'))
      await fill(db)
      const told = await readServerVersions(db)
      await db.close()
      return [await digestOf(url), told] as const
    })
    const backup = await cli(from, 'backup', '--to', file)
    const restored = await cli(to, 'restore', '--from', file)
    const after = await withServer(databaseFolder(to), ({ url }) => digestOf(url))
    const [moved, there] = await withServer(third, async ({ url }) => {
      const told = await cli(from, 'move-to', '--database-url', url)
      return [told, await digestOf(url)] as const
    })
    const same = [after, there].filter((digest) => digest === before).length
    return {
      versions: { postgres: versions.postgres },
      figures: [
        { name: 'copies that are the same row by row', value: same, unit: 'of 2' },
        { name: 'backup of a million results', value: backup.seconds, unit: 's' },
        { name: 'its file', value: statSync(file).size / 1e6, unit: 'MB' },
        { name: 'restore', value: restored.seconds, unit: 's' },
        { name: 'move', value: moved.seconds, unit: 's' },
        { name: 'memory of backup at its highest', value: backup.peakMb, unit: 'MB' },
        { name: 'memory of restore at its highest', value: restored.peakMb, unit: 'MB' },
        { name: 'memory of move at its highest', value: moved.peakMb, unit: 'MB' },
      ],
      notes: [
        'Each command as a process of its own, with the start and stop of the embedded database.',
      ],
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
