import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAddresses } from '../../../controller/src/alerting/contacts/contact-addresses.ts'
import {
  makeKeys,
  openKeys,
  sealKeys,
} from '../../../controller/src/alerting/channels/push/keys.ts'
import { addKey, rotateSecrets } from '../../../controller/src/cli/rotate-secrets.ts'
import { insertPushKeys, readPushKeys } from '../../../controller/src/db/push-keys.ts'
import { readSealedContacts, readSealedMonitors } from '../../../controller/src/db/sealed-rows.ts'
import { fixedKeys, loadSecretKeys } from '../../../controller/src/secrets/secret-keys.ts'
import type { SecretBox } from '../../../controller/src/secrets/secret-box.ts'
import { createSecretBox } from '../../../controller/src/secrets/secret-box.ts'
import { CLI } from '../../helpers/run-program.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import { sealedBefore } from '../../helpers/sealed-before.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const OLD = randomBytes(32)
const NEW = randomBytes(32)

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'sightline-rotate-'))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function cli(words: readonly string[], keys?: readonly Buffer[]) {
  const child = spawn(process.execPath, [...CLI, 'secrets', 'rotate', ...words], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      SIGHTLINE_DATA_DIR: folder,
      ...(keys === undefined
        ? {}
        : { SIGHTLINE_SECRET_KEY: keys.map((key) => key.toString('hex')).join(',') }),
    },
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await exited, output, errors }
}

const place = 'web.auth.password'
const passwordOf = (n: number) => `password ${n}`

/** Monitors and a contact as an earlier version left them. */
async function fill(count: number): Promise<void> {
  const workspaceId = await insertWorkspace(database.db)
  const ids = await insertMonitors(database.db, workspaceId, { count })
  const settings = ids.map((_, n) =>
    JSON.stringify({ auth: { kind: 'basic', password: sealedBefore(passwordOf(n), place, OLD) } }),
  )
  await database.db.query(
    {
      text: `update monitors m set settings = r.settings::jsonb
        from unnest($1::integer[], $2::text[]) as r (id, settings) where m.id = r.id`,
    },
    [ids, settings],
  )
  const secret = sealedBefore('of the webhook', 'ctc_a.webhook.secret', OLD)
  await database.db.query(
    {
      text: `insert into contacts (public_id, workspace_id, name, addresses, created_at)
        values ('ctc_a', $1, 'a', $2, now())`,
    },
    [workspaceId, JSON.stringify({ webhook: { url: 'https://example.com', secret } })],
  )
}

async function readAll(box: SecretBox): Promise<unknown[]> {
  const monitors = await readSealedMonitors(database.db, 0, 10_000)
  const contacts = await readSealedContacts(database.db, 0, 10)
  return [
    ...monitors.map(({ workspaceId, publicId, type, stored }) => {
      const settings = box.unseal({ workspaceId, id: publicId }, type, stored)
      return (settings['auth'] as { password: string }).password
    }),
    ...contacts.map(
      ({ workspaceId, publicId, stored }) =>
        openAddresses(box, { workspaceId, id: publicId }, stored).webhook?.secret,
    ),
  ]
}

test('everything is sealed with the first key, for its owner, by two at once and once more', async () => {
  await fill(450)
  const pair = makeKeys()
  await insertPushKeys(database.db, sealKeys(createSecretBox(fixedKeys([OLD])), pair))
  const both = createSecretBox(fixedKeys([NEW, OLD]))
  const results = await Promise.all([
    rotateSecrets(database.db, both),
    rotateSecrets(database.db, both),
  ])
  expect(results.map(({ isComplete }) => isComplete)).toEqual([true, true])
  expect(results.reduce((sum, { rewritten }) => sum + rewritten, 0)).toBe(452)
  const box = createSecretBox(fixedKeys([NEW]))
  const stored = await readPushKeys(database.db)
  expect(stored && openKeys(box, stored)).toEqual(pair)
  expect(await readAll(box)).toEqual([
    ...Array.from({ length: 450 }, (_, n) => passwordOf(n)),
    'of the webhook',
  ])
  expect(await rotateSecrets(database.db, both)).toEqual({
    rewritten: 0,
    unreadable: [],
    isComplete: true,
  })

  // A sealed password in somebody else's monitor opens nothing.
  const { rows } = await database.db.query<{ id: string }>({
    text: `update monitors set settings = (select settings from monitors order by id limit 1)
      where id = (select max(id) from monitors) returning public_id as id`,
  })
  await expect(readAll(box)).rejects.toThrow(/auth/)
  const after = await rotateSecrets(database.db, box)
  expect(after.unreadable).toEqual(rows.map(({ id }) => id))
})

test('a new key is made beside the old one, which a running controller takes up', async () => {
  writeFileSync(join(folder, 'secret.key'), `${OLD.toString('hex')}\n`, { mode: 0o600 })
  const running = createSecretBox(await loadSecretKeys(undefined, folder))
  await fill(3)
  const done = await cli(['--new-key'])
  expect(done).toMatchObject({ status: 0, errors: '' })
  expect(done.output).toContain('(4 monitors and contacts rewritten)')
  const lines = readFileSync(join(folder, 'secret.key'), 'utf8').trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toBe(OLD.toString('hex'))
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(await readAll(running)).toContain(passwordOf(2))
})

test('without a key nothing is made or changed', async () => {
  await fill(1)
  const none = await cli(['--new-key'])
  expect(none).toMatchObject({ status: 1, output: '' })
  expect(none.errors).toContain('There is no secret key in')
  const given = await cli(['--new-key'], [OLD])
  expect(given).toMatchObject({ status: 1, output: '' })
  expect(given.errors).toContain('put a new one')
  expect(await readAll(createSecretBox(fixedKeys([OLD])))).toEqual([
    passwordOf(0),
    'of the webhook',
  ])
})

test('no key is lost where several are made at once', async () => {
  writeFileSync(join(folder, 'secret.key'), `${OLD.toString('hex')}\n`, { mode: 0o600 })
  await Promise.all(Array.from({ length: 6 }, () => addKey(database.db, folder)))
  const lines = readFileSync(join(folder, 'secret.key'), 'utf8').trim().split('\n')
  expect(new Set(lines).size).toBe(7)
  expect(lines.at(-1)).toBe(OLD.toString('hex'))
})

test('nobody is told of monitors whose secrets were sealed anew', async () => {
  await fill(3)
  await database.db.query({ text: 'update monitors set target_changed_at = null' })
  const told: string[] = []
  const client = new Client({ connectionString: database.url })
  await client.connect()
  client.on('notification', ({ payload = '' }) => told.push(payload))
  await client.query('listen monitor_changes')
  await rotateSecrets(database.db, createSecretBox(fixedKeys([NEW, OLD])))
  const { rows } = await database.db.query<{ id: number }>({
    text: `update monitors set name = 'x' where id = (select max(id) from monitors) returning id`,
  })
  await expect.poll(() => told).toEqual(rows.map(({ id }) => String(id)))
  await client.end()
  const changed = await database.db.query<{ count: number }>({
    text: 'select count(*) from monitors where target_changed_at is not null',
  })
  expect(changed.rows[0]?.count).toBe(0)
})
