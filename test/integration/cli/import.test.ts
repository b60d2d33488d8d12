import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureInstallation } from '../../../controller/src/accounts/installation.ts'
import { insertRegion } from '../../../controller/src/db/agent-tokens.ts'
import { CLI } from '../../helpers/run-program.ts'
import { kumaDatabase } from '../../helpers/kuma-database.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'sightline-cli-'))

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await ensureInstallation(database.db, { plan: 'unlimited', now: new Date() })
  await insertRegion(database.db, 'eu-west', new Date())
})
afterAll(() => database.close())

function cli(...words: string[]): { status: number | null; output: string; errors: string } {
  const result = spawnSync(process.execPath, [...CLI, ...words], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      SIGHTLINE_DATA_DIR: '/nonexistent',
      SIGHTLINE_SECRET_KEY: '5a'.repeat(32),
    },
  })
  return { status: result.status, output: result.stdout, errors: result.stderr }
}

test('a database of Uptime Kuma is told first, then made, then there already', () => {
  const path = kumaDatabase(`
    insert into monitor (id, name, type, url, auth_method, basic_auth_user, basic_auth_pass)
      values (1, 'Shop', 'http', 'https://192.0.66.1/', 'basic', 'u', 'p');
    insert into monitor (id, name, type) values (2, 'Box', 'docker');`)
  const dry = cli('import', path, '--dry-run')
  expect([dry.errors, dry.status]).toEqual(['', 0])
  expect(dry.output).toContain('1 would be made, 1 not carried over.')
  expect(dry.output).toContain('Box')
  expect(cli('import', path).output).toContain('1 made, 1 not carried over.')
  const again = JSON.parse(cli('import', path, '--json').output)
  expect(again).toMatchObject({
    format: 'uptimeKumaSqlite',
    summary: { outcomes: { made: 0, duplicate: 1, notCarried: 1 } },
  })
})

test('an export goes to a file that only its owner reads, or to standard output, without secrets', () => {
  const path = join(FOLDER, 'out.json')
  expect(cli('export', '--out', path)).toMatchObject({ status: 0, output: '' })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const written = JSON.parse(readFileSync(path, 'utf8'))
  expect(written.monitors).toMatchObject([
    { name: 'Shop', secretsLeftOut: ['settings.auth.password'] },
  ])
  const printed = JSON.parse(cli('export').output)
  expect(printed.monitors).toEqual(written.monitors)
})

test('an export that breaks off leaves the one before it, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-cli-'))
  const path = join(folder, 'out.json')
  writeFileSync(path, 'the one before', { mode: 0o640 })
  const rename = (from: string, to: string) =>
    database.db.query({ text: `alter table ${from} rename to ${to}` })
  await rename('status_pages', 'status_pages_away')
  const broken = cli('export', '--out', path)
  await rename('status_pages_away', 'status_pages')
  expect(broken.status).toBe(1)
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([
    'the one before',
    ['out.json'],
  ])
  expect(cli('export', '--out', path).errors).toBe('')
  expect(JSON.parse(readFileSync(path, 'utf8')).format).toBe('sightline')
  expect([statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([0o640, ['out.json']])
  const nowhere = join(folder, 'nowhere', 'out.json')
  expect(cli('export', '--out', nowhere).errors).toBe(
    `${nowhere}: there is no such file or folder\n`,
  )
  expect(cli('export', '--out', '/dev/null')).toMatchObject({ status: 0, errors: '' })
})

test('what is made for a contact is shown, which is shown this once', () => {
  const path = join(FOLDER, 'hook.json')
  const contacts = [{ id: 'c', name: 'Hook', webhookUrl: 'https://192.0.66.1/hook' }]
  writeFileSync(path, JSON.stringify({ format: 'sightline', version: 2, contacts }))
  expect(cli('import', path, '--dry-run').output).toBe('1 would be made.\n')
  expect(cli('import', path).output).toMatch(
    /^These are shown this once:\nWHAT {5}NAME {2}FIELD {10}VALUE\ncontact {2}Hook {2}webhookSecret {2}\S{20,}\n\n1 made\.\n$/,
  )
})

test('what is refused ends a script with 1, and a file that is none says why', () => {
  const path = join(FOLDER, 'list.csv')
  writeFileSync(path, 'url\nhttps://10.0.0.1/\n')
  const refused = cli('import', path)
  expect(refused).toMatchObject({ status: 1, errors: '' })
  expect(refused.output).toContain('1 refused.')
  writeFileSync(path, 'nothing of the kind')
  const { errors } = cli('import', path)
  expect(errors).toContain('none that can be read here')
  expect(errors).toContain('on the command line --format')
  expect(errors).not.toContain('query parameter')
  const absent = join(FOLDER, 'absent')
  const told = `${absent}: there is no such file or folder\n`
  expect(cli('import', absent).errors).toBe(told)
  expect(cli('apply', '-f', absent).errors).toBe(told)
  expect(cli('import', FOLDER).errors).toBe(`${FOLDER} is a folder: name the file in it.\n`)
  // Of a shell's <(…) too: it is read in pieces, from where they are.
  const pipe = join(FOLDER, 'pipe')
  spawnSync('mkfifo', [pipe])
  expect(cli('import', pipe).errors).toBe(
    `${pipe} is no file but a pipe or a device: save what comes out of it and name that.\n`,
  )
  expect(cli('export', '--out', FOLDER).errors).toBe(`${FOLDER}: it is a folder\n`)
  expect(cli('export', '--workspace', 'wsp_none').errors).toContain('wsp_none')
})
