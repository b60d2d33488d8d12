import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ensureInstallation } from '../../../controller/src/accounts/installation.ts'
import { openArchive } from '../../../controller/src/backup/archive/read-archive.ts'
import { writeArchive } from '../../../controller/src/backup/archive/write-archive.ts'
import { backUp } from '../../../controller/src/backup/back-up.ts'
import { openCopyConnection } from '../../../controller/src/backup/copy-connection.ts'
import { move, undoMove } from '../../../controller/src/backup/move.ts'
import { restore } from '../../../controller/src/backup/restore.ts'
import { takeSnapshot } from '../../../controller/src/backup/snapshot.ts'
import {
  readForeignKeys,
  readMigrations,
  readSequences,
  readStoredTables,
  readTriggers,
} from '../../../controller/src/db/catalog.ts'
import { beatRunner, leaveRunner } from '../../../controller/src/db/job-runners.ts'
import { addJobs } from '../../../controller/src/db/jobs.ts'
import { migrate } from '../../../controller/src/db/migrate.ts'
import { knownSchemaVersion } from '../../../controller/src/db/schema-version.ts'
import {
  claimForMoving,
  markMoved,
  refuseMoved,
  refuseMovedOrMoving,
} from '../../../controller/src/db/moved-away.ts'
import type { NotificationHandlers } from '../../../controller/src/db/notifications.ts'
import { listenForNotifications } from '../../../controller/src/db/notifications.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import { databaseUrl, dropDatabase, onServer } from '../../helpers/database-server.ts'
import { fillTables } from '../../helpers/fill-tables.ts'
import { freePort } from '../../helpers/free-port.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const log = createLogger('test', 'silent')
const KEY = 'ab'.repeat(32)
const keyPlace = { given: KEY, dataFolder: '/nonexistent' }

let source: TestDatabase
/** Of the source while nobody works with it. */
let file: string
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-test-'))
  source = await openTestDatabase()
  await fillTables(source.db, 60)
  await addJobs(source.db, [
    { name: 'deliverAlert', payload: { alertId: 7 }, queue: 'one', sharer: { workspaceId: 7 } },
    { name: 'deliverAlert', payload: { alertId: 10 }, queue: 'one', runAtMs: Date.now() + 9e6 },
    { name: 'planAlerts', payload: { text: 'a\tb\\N' }, key: 'only', maxAttempts: 3 },
  ])
  file = await backedUp(source.url, folder)
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true })
})

/** A database of a test's own, without a table. */
async function openEmpty(): Promise<{ url: string; db: Database }> {
  const name = `${new URL(source.url).pathname.slice(1)}_${Math.random().toString(36).slice(2, 8)}`
  const server = databaseUrl(source.url, 'postgres')
  await onServer(server, `create database ${name}`)
  const url = databaseUrl(source.url, name)
  const db = openDatabase(url, log)
  onTestFinished(async () => {
    await db.close()
    await dropDatabase(server, name)
  })
  return { url, db }
}

async function openMigrated(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  return database
}

/** Everything there is, row by row, as the database writes it. */
async function contentsOf(db: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const { name, columns, generated, isLogged } of await readStoredTables(db)) {
    if (!isLogged || name === 'job_runners') continue
    const list = [...columns, ...generated].map((column) => `"${column}"`).join(', ')
    const { rows } = await db.query<{ line: string }>({
      text: `select row(${list})::text collate "C" as line from "${name}" order by 1`,
    })
    contents[name] = rows.map(({ line }) => line)
  }
  return contents
}

async function jobsOf(db: Database): Promise<unknown> {
  const { rows } = await db.query({
    text: `select task_identifier, queue_name, j.payload, v.priority, v.run_at, v.attempts, v.max_attempts, v.key,
        v.created_at, v.flags, v.locked_by
      from graphile_worker.jobs v join graphile_worker._private_jobs j using (id) order by v.id`,
  })
  return rows
}

async function rulesOf(db: Database): Promise<unknown> {
  return [await readForeignKeys(db), await readTriggers(db), await readSequences(db)]
}

async function restoreFile(url: string, path: string): Promise<void> {
  const archive = await openArchive(path)
  try {
    await restore({ url, renew: null }, archive, keyPlace, log)
  } finally {
    await archive.close()
  }
}

async function backedUp(url: string, into = temporaryFolder()): Promise<string> {
  const path = join(into, 'sightline.tar')
  await backUp(url, path, keyPlace)
  return path
}

describe('a backup', () => {
  test('has every table, and a restored one is the same row by row', async () => {
    const before = await contentsOf(source.db)
    for (const [name, rows] of Object.entries(before)) expect(rows.length, name).toBeGreaterThan(0)
    expect(Object.values(before).flat().length).toBeGreaterThan(4_000)

    const target = await openMigrated()
    // What a first start makes is nothing that anybody would miss.
    await ensureInstallation(target.db, { plan: 'unlimited', now: new Date() })
    await restoreFile(target.url, file)

    expect(await contentsOf(target.db)).toEqual(before)
    expect(await rulesOf(target.db)).toEqual(await rulesOf(source.db))
    expect(await jobsOf(target.db)).toEqual(await jobsOf(source.db))
  })

  test('is its owner’s alone, is never written over another, and leaves nothing when it fails', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(backUp(source.url, file, keyPlace)).rejects.toThrow('is left as it is')
    const snapshot = await takeSnapshot(source.url, async () => ({
      ids: ['x'],
      areIncluded: false,
    }))
    await expect(writeArchive(file, snapshot, null)).rejects.toThrow('is left as it is')
    await snapshot.end()
    expect(readdirSync(dirname(file))).toEqual([basename(file)])
  })

  test('is made where a run of the same process id was killed', async () => {
    const into = temporaryFolder()
    const left = join(into, `sightline.tar.${process.pid}.unfinished`)
    writeFileSync(left, 'half of a backup')
    await backedUp(source.url, into)
    expect(readFileSync(left, 'utf8')).toBe('half of a backup')
  })

  test('takes the data folder’s key along, which goes before those that are there', async () => {
    const [own, other] = [temporaryFolder(), temporaryFolder()]
    const theirs = 'cd'.repeat(32)
    writeFileSync(join(own, 'secret.key'), `${KEY}\n`)
    writeFileSync(join(other, 'secret.key'), `${theirs}\n`)
    const taken = join(own, 'b.tar')
    await backUp(source.url, taken, { given: undefined, dataFolder: own })
    const target = await openMigrated()
    const archive = await openArchive(taken)
    await restore(
      { url: target.url, renew: null },
      archive,
      { given: undefined, dataFolder: other },
      log,
    )
    await archive.close()
    expect(readFileSync(join(other, 'secret.key'), 'utf8')).toBe(`${KEY}\n${theirs}\n`)
  })
})

describe('a restore', () => {
  test('of an older version is brought up to this one', async () => {
    const known = await knownSchemaVersion()
    const older = await openEmpty()
    await migrate(older.url, log, { upTo: known - 1 })
    await older.db.query({
      text: `insert into workspaces (public_id, name, plan, created_at) values ('wsp_old', 'Old', 'free', now())`,
    })
    const taken = await backedUp(older.url)
    const target = await openEmpty()
    await restoreFile(target.url, taken)
    expect((await readMigrations(target.db)).at(-1)?.version).toBe(known)
    const { rows } = await target.db.query({ text: 'select public_id from workspaces' })
    expect(rows).toEqual([{ public_id: 'wsp_old' }])

    const migrated = await openMigrated()
    await expect(restoreFile(migrated.url, taken)).rejects.toThrow('create database NAME')
  })

  test('is refused where something is, and where a controller works', async () => {
    await expect(restoreFile(source.url, file)).rejects.toThrow('holds an installation with data')
    const target = await openMigrated()
    await target.db.query({
      text: `insert into workspaces (public_id, name, plan, created_at)
        select 'wsp_' || n, 'Theirs', 'free', now() from generate_series(1, 2) n`,
    })
    await expect(restoreFile(target.url, file)).rejects.toThrow('holds an installation with data')
    await target.db.query({ text: `delete from workspaces where public_id = 'wsp_2'` })
    for (const made of [
      `insert into audits (public_id, workspace_id, created_at, url, host, is_bare, fetched_url, status_code, region, score,
          grade, figures, bytes)
        select 'aud_1', id, now(), 'https://a.test/', 'a.test', false, 'https://a.test/', 200, 'x', 90, 'A', '{}', 1
        from workspaces`,
      `insert into crawl_schedules (public_id, workspace_id, asked_url, is_bare, host, settings, starts_at, recurrence,
          repeat_every, timezone, alerts, next_at, created_at)
        select 'crs_1', id, 'https://a.test/', false, 'a.test', '{}', now(), 'day', 1, 'UTC', '{}', now(), now()
        from workspaces`,
    ]) {
      await target.db.query({ text: made })
      await expect(restoreFile(target.url, file)).rejects.toThrow('holds an installation with data')
      await target.db.query({ text: 'delete from audits; delete from crawl_schedules' })
    }
    await target.db.query({ text: 'delete from workspaces' })
    await beatRunner(target.db, 'somebody', 15_000)
    await expect(restoreFile(target.url, file)).rejects.toThrow('stop it first')
    const strange = await openEmpty()
    await strange.db.query({ text: 'create table theirs (id integer)' })
    await expect(restoreFile(strange.url, file)).rejects.toThrow('tables of another program')
  })

  test('follows a first start that was broken off between migrations', async () => {
    const { url, db } = await openEmpty()
    await migrate(url, log, { upTo: 12 })
    await restoreFile(url, file)
    expect(await contentsOf(db)).toEqual(await contentsOf(source.db))
  })

  test('follows a start that was broken off before the first migration', async () => {
    const { url, db } = await openEmpty()
    await migrate(url, log, { upTo: 1 })
    await db.query({
      text: 'create schema kept; alter table schema_migrations set schema kept; drop schema public cascade; create schema public; alter table kept.schema_migrations set schema public; delete from schema_migrations where version > 0',
    })
    await restoreFile(url, file)
    expect(await contentsOf(db)).toEqual(await contentsOf(source.db))
  })

  test('is refused where an earlier version has made something', async () => {
    const { url, db } = await openEmpty()
    await migrate(url, log, { upTo: 60 })
    await db.query({
      text: `insert into workspaces (public_id, name, plan, created_at)
        select 'wsp_' || n, 'Theirs', 'free', now() from generate_series(1, 2) n`,
    })
    await expect(restoreFile(url, file)).rejects.toThrow('holds an installation with data')
    expect((await readMigrations(db)).at(-1)?.version).toBe(60)
  })

  test('with another key is refused before anything is done', async () => {
    const target = await openEmpty()
    const archive = await openArchive(file)
    const others = { given: 'ef'.repeat(32), dataFolder: '/nonexistent' }
    await expect(restore({ url: target.url, renew: null }, archive, others, log)).rejects.toThrow(
      'not among those of SIGHTLINE_SECRET_KEY',
    )
    await archive.close()
    expect(await readMigrations(target.db)).toEqual([])
  })

  test('of a damaged file changes nothing, and a good one can follow', async () => {
    const [cut, flipped, strange] = ['cut', 'flipped', 'strange'].map((name) => `${file}.${name}`)
    copyFileSync(file, cut ?? '')
    truncateSync(cut ?? '', statSync(file).size - 4_000)
    await expect(openArchive(cut ?? '')).rejects.toThrow('is not whole')
    appendFileSync(strange ?? '', 'some text')
    await expect(openArchive(strange ?? '')).rejects.toThrow('is not a backup of Sightline')
    await expect(openArchive(folder)).rejects.toThrow(`${folder} is a folder`)
    // What comes out of `gpg --decrypt`, say.
    const pipe = join(folder, 'pipe')
    spawnSync('mkfifo', [pipe])
    await expect(openArchive(pipe)).rejects.toThrow('no file but a pipe or a device: save what')

    const bytes = readFileSync(file)
    // The checksum at the end of the rows of a table in the middle.
    const header = bytes.indexOf('rows/0030/00000000.gz')
    const size = Number.parseInt(bytes.toString('latin1', header + 124, header + 135), 8)
    const at = header + 512 + size - 8
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
    writeFileSync(flipped ?? '', bytes)
    const target = await openMigrated()
    const before = await rulesOf(target.db)
    await expect(restoreFile(target.url, flipped ?? '')).rejects.toThrow(
      'are damaged in the backup',
    )
    expect(await rulesOf(target.db)).toEqual(before)
    expect((await contentsOf(target.db))['monitors']).toEqual([])
    await restoreFile(target.url, file)
    expect(await contentsOf(target.db)).toEqual(await contentsOf(source.db))
  })

  test('sends no second time what the installation of then has sent, and loses nothing else', async () => {
    await beatRunner(source.db, 'at-work', 15_000)
    const taken = await backedUp(source.url)
    await leaveRunner(source.db, 'at-work')
    const target = await openMigrated()
    await restoreFile(target.url, taken)
    const states = async (db: Database): Promise<unknown[]> => {
      const text = `select state, attempts = 0 as "isNew", count(*)::integer as count from alerts
        where state = 'queued' or error like '%the installation of then has sent it%' group by 1, 2 order by 1, 2`
      return (await db.query({ text })).rows
    }
    expect(await states(source.db)).toEqual([
      { state: 'queued', isNew: false, count: 10 },
      { state: 'queued', isNew: true, count: 5 },
    ])
    expect(await states(target.db)).toEqual([
      { state: 'failed', isNew: true, count: 5 },
      { state: 'queued', isNew: false, count: 10 },
    ])
    const { rows } = await target.db.query({
      text: 'select count(*)::integer as mails, min(attempts) as tried from status_page_mails',
    })
    expect(rows).toEqual([{ mails: 30, tried: 1 }])
  })
})

describe('a move', () => {
  test('copies everything into another database', async () => {
    const target = await openMigrated()
    await move(source.url, target.url, keyPlace, log)
    onTestFinished(async () => void (await undoMove(source.url)))
    expect(await contentsOf(target.db)).toEqual(await contentsOf(source.db))
    expect(await jobsOf(target.db)).toEqual(await jobsOf(source.db))
  })

  test('is refused while controllers work', async () => {
    await beatRunner(source.db, 'at-work', 15_000)
    onTestFinished(() => leaveRunner(source.db, 'at-work'))
    const target = await openMigrated()
    await expect(move(source.url, target.url, keyPlace, log)).rejects.toThrow('stop them first')
  })

  test('is refused while a controller listens that has only just begun', async () => {
    const { url } = await openMigrated()
    const target = await openMigrated()
    const listener = await listenForNotifications(url, deaf(), log)
    await expect(move(url, target.url, keyPlace, log)).rejects.toThrow('stop them first')
    await listener.stop()
    await move(url, target.url, keyPlace, log)
  })

  test('lets no controller begin to use the database meanwhile', async () => {
    const { url } = await openMigrated()
    const held = await openCopyConnection(url)
    expect(await claimForMoving(held)).toBe(true)
    await expect(migrate(url, log)).rejects.toThrow('is being moved to another')
    await expect(listenForNotifications(url, deaf(), log)).rejects.toThrow('is being moved')
    await held.end()
    await vi.waitFor(() => migrate(url, log))
  })

  test('lets none begin to use it afterwards, and says where the data went, until that is undone', async () => {
    const { url, db } = await openMigrated()
    const target = await openMigrated()
    const { unmarked } = await move(url, target.url, keyPlace, log)
    expect(unmarked).toBeNull()
    const { host, pathname } = new URL(target.url)
    const refusal = `was moved to ${host}${pathname} (20`
    await expect(migrate(url, log)).rejects.toThrow(refusal)
    await expect(listenForNotifications(url, deaf(), log)).rejects.toThrow(refusal)
    await expect(refuseMovedOrMoving(db)).rejects.toThrow('npm run cli -- move-to --undo')
    await expect(move(url, (await openMigrated()).url, keyPlace, log)).rejects.toThrow(refusal)
    await migrate(target.url, log)
    expect(await undoMove(url)).toBe(`${host}${pathname}`)
    await migrate(url, log)
    await refuseMovedOrMoving(db)
    expect(await undoMove(url)).toBeNull()
  })

  test('to a server that is reached over a socket is told with the whole of its place', async () => {
    const { url, db } = await openMigrated()
    const held = await openCopyConnection(url)
    onTestFinished(() => held.end())
    for (const target of [
      'postgres:///sl?host=/run/pg&user=me',
      'postgres://me:pw@/sl?host=/run/pg',
    ]) {
      await markMoved(held, target, new Date('2026-11-29T12:00:00Z'))
      await expect(refuseMoved(db)).rejects.toThrow(
        'was moved to sl at a local socket (2026-11-29T12:00:00.000Z):',
      )
      expect(await undoMove(url)).toBe('sl at a local socket')
    }
  })

  test('names the database that is to be filled where that one cannot be used', async () => {
    const gone = new URL(source.url)
    gone.pathname = '/nowhere'
    await expect(move(source.url, gone.href, keyPlace, log)).rejects.toThrow(
      /^The database that is to be filled does not exist: create it, or mend the name in its address /,
    )
    gone.port = String(await freePort())
    await expect(move(source.url, gone.href, keyPlace, log)).rejects.toThrow(
      /^The database that is to be filled cannot be reached: .*whether its address leads to it/,
    )
    // Of the one that it comes from the variable's name is right.
    await expect(move(gone.href, source.url, keyPlace, log)).rejects.toThrow(
      /^connect ECONNREFUSED/,
    )
  })

  test('is told to a controller that lost the database while it was moved', async () => {
    const { url, db } = await openMigrated()
    const moved = vi.fn<NotificationHandlers['moved']>()
    const listener = await listenForNotifications(url, { ...deaf(), moved }, log)
    onTestFinished(() => listener.stop())
    const held = await openCopyConnection(url)
    onTestFinished(() => held.end())
    await db.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'sightline listener'`,
    })
    await vi.waitFor(async () => expect(await claimForMoving(held)).toBe(true))
    await vi.waitFor(() => expect(moved).toHaveBeenCalledOnce(), { timeout: 20_000 })
    expect(moved.mock.calls[0]?.[0].message).toContain('is being moved')
  })
})

function deaf(): NotificationHandlers {
  const nothing = (): void => undefined
  return {
    monitorsChanged: nothing,
    agentsChanged: nothing,
    workAdded: nothing,
    workDone: nothing,
    keysChanged: nothing,
    liveChanged: nothing,
    resumed: nothing,
    moved: nothing,
  }
}
