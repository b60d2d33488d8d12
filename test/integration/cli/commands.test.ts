import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ensureInstallation } from '../../../controller/src/accounts/installation.ts'
import { readSignUpLink, signUp } from '../../../controller/src/accounts/sign-up.ts'
import { openCopyConnection } from '../../../controller/src/backup/copy-connection.ts'
import { markMoved } from '../../../controller/src/db/moved-away.ts'
import { isAgentTokenValid } from '../../../controller/src/agents/tokens.ts'
import { CLI } from '../../helpers/run-program.ts'
import { insertPerson, updatePersonAccount } from '../../../controller/src/db/people.ts'
import { touchController } from '../../../controller/src/db/controllers.ts'
import { insertVoters } from '../../helpers/rows.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(async () => {
  await database.close()
})

interface Done {
  readonly status: number | null
  readonly output: string
  readonly errors: string
}

const cli = (...words: string[]): Done => cliIn('/nonexistent', ...words)

function cliIn(dataFolder: string, ...words: string[]): Done {
  const result = spawnSync(process.execPath, [...CLI, ...words], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      SIGHTLINE_DATA_DIR: dataFolder,
    },
  })
  return { status: result.status, output: result.stdout, errors: result.stderr }
}

test.skipIf(!existsSync('/dev/full'))('what cannot be shown is a failure', () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const { status, stderr } = spawnSync(process.execPath, [...CLI, 'keys', 'list'], {
    encoding: 'utf8',
    stdio: ['ignore', full, 'pipe'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      SIGHTLINE_DATA_DIR: '/nonexistent',
    },
  })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'It is done, but could not be shown: the disk is full\n',
  })
})

function json(...words: string[]): unknown {
  const { status, output, errors } = cli(...words, '--json')
  expect({ status, errors }).toMatchObject({ status: 0 })
  return JSON.parse(output)
}

describe('before the first start', () => {
  test('a key of the owner is refused with what to do', () => {
    const { status, output, errors } = cli('keys', 'create')
    expect({ status, output }).toEqual({ status: 1, output: '' })
    expect(errors).toContain('no owner yet')
    expect(cli('sign-up-link')).toMatchObject({ status: 1, output: '' })
  })
})

describe('once there is an owner', () => {
  beforeAll(async () => {
    await ensureInstallation(database.db, { plan: 'unlimited', now: new Date() })
  })

  test('a token is shown once, alone on its line, with the line that starts an agent', async () => {
    const { status, output } = cli('agents', 'token', 'create', '--region', 'eu-west')
    expect(status).toBe(0)
    const token = /^sla_\w{32}$/m.exec(output)?.[0] ?? ''
    expect(output).toContain(
      `npm run agent -- --controller 127.0.0.1:50051 --token ${token} --region eu-west`,
    )
    expect(await isAgentTokenValid(database.db, token, 'eu-west')).toBe(true)
    expect(cli('agents', 'token', 'list').output).not.toContain(token)
  })

  test('a revoked token lets nobody in, and is revoked once', async () => {
    const made = json('agents', 'token', 'create', '--region', 'x') as {
      id: string
      token: string
    }
    expect(json('agents', 'token', 'revoke', made.id)).toEqual({ id: made.id, revoked: true })
    expect(await isAgentTokenValid(database.db, made.token, 'x')).toBe(false)
    expect(cli('agents', 'token', 'revoke', made.id)).toMatchObject({ status: 1 })
    const listed = json('agents', 'token', 'list') as { id: string; revokedAt: string | null }[]
    expect(listed.find(({ id }) => id === made.id)?.revokedAt).toEqual(expect.any(String))
  })

  test('an agent is removed by its id or host, once', async () => {
    await insertVoters(database.db, ['eu-north'])
    const listed = json('agents', 'list') as { id: string; region: string }[]
    const { id = '' } = listed.find(({ region }) => region === 'eu-north') ?? {}
    const { status, output } = cli('agents', 'remove', id)
    expect(status).toBe(0)
    expect(output).toMatch(/is removed, and other agents of eu-north take over its monitors/)
    const { status: again, errors } = cli('agents', 'remove', id)
    expect({ again, errors }).toEqual({ again: 1, errors: `There is no agent "${id}".\n` })
  })

  test('certificates are made by an authority, listed and revoked', () => {
    const folder = temporaryFolder()
    const run = (...words: string[]) => cliIn(folder, 'certificates', ...words)
    const made = (...words: string[]) =>
      JSON.parse(run(...words, '--json').output) as Record<string, string>
    expect(run('issue', '--agent', 'probe-1').errors).toContain('certificates authority create')
    made('authority', 'create')
    expect(run('authority', 'create').errors).toContain('There is an authority')
    expect(run('issue').errors).toContain('Say for whom')
    expect(run('issue', '--agent', 'Büro 3').errors).toContain('must be letters, digits')
    expect(run('issue', '--controller', 'a b').errors).toContain('has "a b"')
    expect(run('issue', '--agent', 'a', '--days', '4000').errors).toContain('from 1 to 825')
    const { serial = '', keyFile = '' } = made('issue', '--agent', 'probe-1')
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(run('issue', '--controller', 'localhost,127.0.0.1').output).toContain(
      'SIGHTLINE_GRPC_TLS_CLIENT_CA=',
    )
    made('authority', 'renew')
    expect(run('authority', 'retire').errors).toContain('They are those of probe-1, localhost')
    expect(made('revoke', serial)).toEqual({ serials: [serial], revoked: true })
    expect(run('revoke', serial).status).toBe(1)
    // As containers are called.
    expect(run('revoke', '3f2a9c1b7d4e').output).toContain('no agent of this name has one in force')
    made('issue', '--controller', 'localhost', '--days', '20')
    expect(made('authority', 'retire')).toMatchObject({ retired: 1 })
    const { output } = run('list')
    expect(output).toMatch(new RegExp(`^${serial} +agent +probe-1 .* revoked 20`, 'm'))
    expect(output).toMatch(/controller +localhost .* in force, replaced$/m)
    expect(output).toMatch(/controller +localhost .* in force, ends soon$/m)
  })

  test('certificates that are missing or not as they should be are made, and others stay', () => {
    const folder = temporaryFolder()
    interface Ensured {
      readonly isNew: boolean
      readonly serial: string
      readonly authorityFile: string
    }
    const run = (...words: string[]) => cliIn(folder, 'certificates', ...words, '--json')
    const ensure = (controller: string, ...words: string[]) => {
      const all = ['ensure', '--controller', controller, '--agent', 'eu-1', 'us-1', ...words]
      return JSON.parse(run(...all).output) as Ensured[]
    }
    // A variable that is empty is easily all that names somebody.
    const nobody = cliIn(folder, 'certificates', 'ensure')
    expect(nobody).toMatchObject({ status: 1, errors: expect.stringContaining('Say for whom') })
    const areNew = (all: Ensured[]) => all.map(({ isNew }) => isNew)
    const first = ensure('controller-1,localhost,127.0.0.1')
    expect(areNew(first)).toEqual([true, true, true])
    const serialsOf = (all: Ensured[]) => all.map(({ serial }) => serial)
    const again = ensure('controller-1,localhost,127.0.0.1')
    expect(areNew(again)).toEqual([false, false, false])
    expect(serialsOf(again)).toEqual(serialsOf(first))

    // Other names, which agents reach it by.
    const named = ensure('controller-1,localhost,127.0.0.1,monitor.example.com')
    expect(areNew(named)).toEqual([true, false, false])
    expect(areNew(ensure('controller-1,localhost'))).toEqual([true, false, false])
    // It ends soon: in the last third of its days.
    expect(run('issue', '--agent', 'us-1', '--days', '20').status).toBe(0)
    expect(areNew(ensure('controller-1,localhost'))).toEqual([false, false, true])
    // Another authority.
    expect(run('authority', 'renew').status).toBe(0)
    expect(areNew(ensure('controller-1,localhost'))).toEqual([true, true, true])
    // The test before has certificates of another.
    expect(run('authority', 'retire', '--force').status).toBe(0)
    const last = ensure('controller-1,localhost')
    expect(areNew(last)).toEqual([false, false, false])
    const trusted = readFileSync(join(folder, 'certificates', 'authority.pem'), 'utf8')
    for (const { authorityFile } of last) expect(readFileSync(authorityFile, 'utf8')).toBe(trusted)
  })

  test('keys are made of the owner, of a role, and of no account', () => {
    const roleOf = (...words: string[]) => {
      const made = json('keys', 'create', ...words) as { key: string; role: string | null }
      expect(made.key).toMatch(/^sl_live_\w{32}$/)
      return made.role
    }
    expect(roleOf()).toBe('owner')
    expect(roleOf('--role', 'viewer')).toBe('viewer')
    expect(roleOf('--unlinked')).toBeNull()
  })

  test('a key is listed without its value, with when it ends, and revoked once', async () => {
    const made = json('keys', 'create', '--name', 'CI runner', '--expires', '90d') as {
      id: string
      key: string
      expiresAt: string
    }
    // Earlier versions took any name.
    await database.db.query({ text: 'update api_keys set name = $1 where public_id = $2' }, [
      'CI\u001b[2Jrunner',
      made.id,
    ])
    const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(90, 1)
    const listed = json('keys', 'list') as Record<string, unknown>[]
    expect(listed[0]).toMatchObject({
      id: made.id,
      role: 'owner',
      lastFour: made.key.slice(-4),
      lastUsedAt: null,
      expiresAt: made.expiresAt,
      state: 'inForce',
    })
    const { output } = cli('keys', 'list')
    const line = output.split('\n').find((each) => each.startsWith(made.id)) ?? ''
    expect(line).toContain(made.key.slice(-4))
    expect(line).toContain(made.expiresAt.slice(0, 10))
    expect(line).toContain('in force')
    expect(output).not.toContain(made.key)
    // A name must not move the cursor of whoever lists it.
    expect(output).not.toContain('\u001b')
    expect(json('keys', 'revoke', made.id)).toEqual({ id: made.id, revoked: true })
    expect(cli('keys', 'revoke', made.id)).toMatchObject({ status: 1, output: '' })
    expect(cli('keys', 'list').output).toMatch(new RegExp(`^${made.id} .* revoked 20`, 'm'))
  })

  test('a sign-up link is made whole and replaces the earlier one until the owner has an account', async () => {
    const LINK = /^http:\/\/127\.0\.0\.1:8080\/sign-up\?token=([0-9A-Za-z]{32})$/m
    const first = LINK.exec(cli('sign-up-link').output)?.[1] ?? ''
    const stateOf = async (link: string) =>
      (await readSignUpLink(database.db, link, new Date())).state
    expect(await stateOf(first)).toBe('usable')
    const { signUpUrl, expiresAt } = json('sign-up-link') as Record<string, string>
    const livesMs = Date.parse(expiresAt ?? '') - Date.now()
    expect(livesMs / 3_600_000).toBeCloseTo(24, 1)
    const token = LINK.exec(signUpUrl ?? '')?.[1] ?? ''
    expect(await stateOf(first)).toBe('unknown')
    expect(await stateOf(token)).toBe('usable')
    const owner = { email: 'owner@example.com', name: 'Ada', password: 'correct horse battery' }
    expect(await signUp(database.db, token, owner, new Date())).toBeNull()
    const refused = cli('sign-up-link')
    expect(refused).toMatchObject({ status: 1, output: '' })
    expect(refused.errors).toContain('The owner already has an account')
  })

  test('a link to choose another password is made for whoever has an account', async () => {
    const refused = cli('reset-password', 'nobody@example.com')
    expect(refused).toMatchObject({ status: 1, output: '' })
    expect(refused.errors).toContain('There is no account of the address "nobody@example.com".')
    const personId = await insertPerson(database.db, {
      publicId: 'psn_forgetful',
      name: 'Ada',
      createdAt: new Date(),
    })
    const account = {
      email: 'forgetful@example.com',
      name: 'Ada',
      passwordHash: 'x',
      isProven: false,
    }
    await updatePersonAccount(database.db, personId, account)
    expect(cli('reset-password', 'Forgetful@example.com').output).toMatch(
      /^http:\/\/127\.0\.0\.1:8080\/reset-password\?token=[0-9A-Za-z]{32}$/m,
    )
  })

  test('an address that no mail can confirm is changed for whoever has an account', async () => {
    const personId = await insertPerson(database.db, {
      publicId: 'psn_moved',
      name: 'Ada',
      createdAt: new Date(),
    })
    const account = { email: 'moved@example.com', name: 'Ada', passwordHash: 'x', isProven: false }
    await updatePersonAccount(database.db, personId, account)
    expect(cli('change-email', 'moved@example.com', 'nothing').errors).toContain(
      '"nothing" is no e-mail address.',
    )
    expect(cli('change-email', 'Moved@example.com', 'Ada.Moved@example.com').status).toBe(0)
    const again = cli('change-email', 'moved@example.com', 'third@example.com')
    expect(again.errors).toContain('There is no account of the address "moved@example.com".')
  })

  test('who has nobody to hand over to is not drained', async () => {
    const { db } = database
    const refusal = (id: string): string => {
      const { status, errors } = cli('drain', id)
      expect(status).toBe(1)
      return errors
    }
    expect(refusal('agt_nobody')).toContain('There is no agent "agt_nobody" that lives.')
    expect(refusal('nobody')).toContain(
      'There is no controller "nobody" that lives. An agent is named by its id',
    )
    await insertVoters(db, ['drained'])
    const { rows } = await db.query<{ id: string }>({
      text: `select public_id as id from agents where region = 'drained'`,
    })
    expect(refusal(rows[0]?.id ?? '')).toContain('No other agent of drained could take over')
    await touchController(db, {
      id: 'alone',
      hostname: 'test',
      startedAt: new Date(),
      clockOffsetMs: 420_000,
      disk: null,
    })
    expect(refusal('test')).toContain('No other controller could take over')
    expect(json('controllers', 'list')).toMatchObject([{ id: 'alone', live: true, agents: 0 }])
    // The one that was stopped there a moment ago is not meant.
    await db.query({
      text: `insert into controllers (id, hostname, started_at, last_seen_at, draining_at, drained_at)
        values ('before', 'test', now(), now(), now(), now())`,
    })
    expect(refusal('test')).toContain('No other controller could take over')
    await db.query({ text: 'delete from controllers' })
    await db.query({ text: `delete from agents where region = 'drained'` })
  })

  test('a plan is set, the schema is up to date, the status tells', () => {
    expect(json('plan', 'set', 'pro')).toMatchObject({ plan: 'pro' })
    expect(json('migrate')).toEqual({ schemaVersion: expect.any(Number) })
    expect(json('status')).toMatchObject({ started: false, monitors: 0, agentsLive: 0 })
    expect(json('agents', 'list')).toEqual([])
  })

  test.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['agents', 'token', 'create'], "required option '--region <code>'"],
    [['agents', 'token', 'create', '--region', 'EU West'], '--region is "EU West": it must be'],
    [['keys', 'create', '--role', 'king'], 'Allowed choices are owner, admin'],
    [['keys', 'create', '--unlinked', '--role', 'viewer'], 'exclude each other'],
    [['keys', 'create', '--expires', 'soon'], '--expires is "soon": it must be a span'],
    [['keys', 'create', '--expires', '2020-01-01'], 'a time in the future'],
    [['keys', 'revoke', 'key_0'], 'no key "key_0"'],
    [['plan', 'set', 'gold'], 'Allowed choices are free, starter'],
    [['plan', 'set', 'free', '--workspace', 'wsp_0'], 'no workspace with the id "wsp_0"'],
  ])('%j is refused', (words, message) => {
    const { status, output, errors } = cli(...words)
    expect({ status, output }).toEqual({ status: 1, output: '' })
    expect(errors).toContain(message)
  })

  // That each has one is told by test/unit/controller/cli/help.test.ts.
  test('the help of a command ends well', () => {
    const { status, output } = cli('agents', 'token', 'create', '--help')
    expect(status).toBe(0)
    expect(output).toContain('npm run cli -- agents token create')
  })
})

describe('of a database whose data was moved', () => {
  test('commands say where it went, until that is undone', async () => {
    const connection = await openCopyConnection(database.url)
    await markMoved(connection, 'postgres://user:password@db.example.com/new?x=y', new Date(0))
    await connection.end()
    const refused = cli('keys', 'create', '--name', 'lost')
    expect(refused.status).toBe(1)
    expect(refused.errors).toContain('was moved to db.example.com/new (1970-01-01T00:00:00.000Z)')
    expect(refused.errors).not.toContain('password')
    expect(cli('move-to').errors).toContain('either --database-url or --undo')
    expect(cli('move-to', '--undo').output).toContain('What was stored in db.example.com/new')
    expect(cli('keys', 'list').status).toBe(0)
    expect(cli('move-to', '--undo').output).toContain('nothing to undo')
  })
})
