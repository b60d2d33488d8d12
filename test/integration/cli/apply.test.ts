import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listen } from '../../helpers/listen.ts'
import { CLI } from '../../helpers/run-program.ts'
import type { TestApi } from '../../helpers/test-api.ts'
import { openTestApi } from '../../helpers/test-api.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'sightline-cli-'))

let api: TestApi
let url: string
beforeAll(async () => {
  api = await openTestApi()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

interface Ended {
  readonly status: number | null
  readonly output: string
  readonly errors: string
}

async function run(
  environment: Record<string, string>,
  words: string[],
  input = '',
): Promise<Ended> {
  const child = spawn(process.execPath, [...CLI, 'apply', ...words], {
    env: {
      PATH: process.env['PATH'],
      SIGHTLINE_DATA_DIR: '/nonexistent',
      ...environment,
    },
  })
  child.stdin.end(input)
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  return { status, output, errors }
}

const remotely = (words: string[], input = '', more: Record<string, string> = {}) =>
  run({ SIGHTLINE_API_KEY: api.key, SIGHTLINE_URL: url, ...more }, words, input)

const locally = (words: string[]) =>
  run({ DATABASE_URL: api.db.url, SIGHTLINE_SECRET_KEY: '5a'.repeat(32) }, words)

function file(name: string, content: string): string {
  const path = join(FOLDER, name)
  writeFileSync(path, content)
  return path
}

const SHOP = `# The shop
set: shop
contacts:
  - name: On call
    email: on-call@example.com
monitors:
  - &web
    name: Front
    url: https://192.0.66.1/
    alerts: { contacts: [On call] }
    settings:
      auth: { kind: bearer, token: "\${SHOP_TOKEN}" }
  - <<: *web
    name: Back
    url: https://192.0.66.2/
    dependsOn: [Front]
`

test('files are planned, applied and then done, over the API of an installation', async () => {
  const path = file('shop.yaml', SHOP)
  const secret = { SHOP_TOKEN: 'correct horse' }
  const planned = await remotely(['-f', path, '--plan'], '', secret)
  expect([planned.errors, planned.status]).toEqual(['', 2])
  expect(planned.output).toBe(
    '+ alert contact On call\n+ monitor Front\n+ monitor Back\n\n3 to create, 0 unchanged.\n',
  )
  const unasked = await remotely(['-f', path], '', secret)
  expect([unasked.status, unasked.output]).toEqual([1, ''])
  expect(unasked.errors).toContain('say --yes')
  const applied = await remotely(['-f', path, '--yes'], '', secret)
  expect([applied.errors, applied.status]).toEqual(['', 0])
  expect(applied.output).toContain('3 created, 0 unchanged.')
  const again = await remotely(['-f', '-', '--plan'], SHOP, secret)
  expect([again.output, again.status]).toEqual(['Nothing to do: 3 as they should be.\n', 0])
  const changed = await remotely(['-f', path, '--plan', '--json'], '', { SHOP_TOKEN: 'battery' })
  expect(changed.status).toBe(2)
  expect(JSON.parse(changed.output)).toMatchObject({ dryRun: true, counts: { change: 2 } })
  expect(changed.output).not.toMatch(/battery|horse/)
})

test('the same is done on the machine of the installation, and pruned by its set', async () => {
  const path = file('local.yaml', 'set: local\nmonitors: [{ name: A, url: "ping://192.0.66.3" }]')
  const other = file(
    'other.json',
    '{"set":"local","monitors":[{"name":"B","url":"ping://192.0.66.4"}]}',
  )
  const both = await locally(['-f', path, '-f', other, '--yes'])
  expect([both.errors, both.status]).toEqual(['', 0])
  const left = await locally(['-f', path, '--plan'])
  expect([left.status, left.output]).toEqual([
    0,
    expect.stringContaining('--prune removes them (B)'),
  ])
  const pruned = await locally(['-f', path, '--prune', '--yes'])
  expect(pruned.output).toBe('- monitor B\n\n1 removed, 1 unchanged.\n')
  const { entries } = (await api.ask('GET', '/api/v1/audit-log')).body
  expect(entries[0]).toMatchObject({ action: 'workspace.applied', address: 'command line' })
})

test('nothing of the environment is shown, wherever it stands', async () => {
  const path = file(
    'body.yaml',
    'monitors: [{ name: Body, url: "https://192.0.66.5/", settings: { method: POST, bodyType: text, body: "t=${BODY_TOKEN}" } }]',
  )
  await remotely(['-f', path, '--yes'], '', { BODY_TOKEN: 'horse one' })
  const changed = await remotely(['-f', path, '--plan'], '', { BODY_TOKEN: 'horse two' })
  expect([changed.status, changed.output]).toEqual([
    2,
    '~ monitor Body\n    settings.body: changed\n\n1 to change, 0 unchanged.\n',
  ])
})

test('the example of the guide is one', async () => {
  const guide = readFileSync(new URL('../../../docs/monitors-in-files.md', import.meta.url), 'utf8')
  const [, example = ''] = /```yaml\n(# monitors\.yaml\n[^]*?)```/.exec(guide) ?? []
  const secret = { SHOP_TOKEN: 'correct horse' }
  const planned = await remotely(['-f', '-', '--plan'], example, secret)
  expect([planned.errors, planned.status]).toEqual(['', 2])
  expect(planned.output).toContain('+ status page Shop (shop)')
})

test('what is wrong is told with file and line, and ends with 1', async () => {
  const path = file(
    'wrong.yaml',
    `monitors:
  - name: Typo
    url: https://192.0.66.1/x
    intervalMinuets: 5
  - name: Lost
    url: https://192.0.66.1/y
    dependsOn:
      - Nobody
`,
  )
  const wrong = await remotely(['-f', path, '--yes'])
  expect([wrong.status, wrong.output]).toEqual([1, ''])
  const [typo = '', lost = ''] = wrong.errors.split('\n')
  expect(typo).toMatch(
    /wrong\.yaml:4: Unknown field "intervalMinuets".*Did you mean "intervalMinutes"\?$/,
  )
  expect(lost).toMatch(/wrong\.yaml:8: The field "dependsOn\[0\]" names "Nobody"/)
  const told = await remotely(['-f', path, '--plan', '--json'])
  expect([told.status, JSON.parse(told.output).problems[1]]).toMatchObject([1, { line: 8 }])
  const unset = await remotely(['-f', file('unset.yaml', SHOP), '--plan'])
  expect(unset.errors).toMatch(/unset\.yaml:12: The environment variable SHOP_TOKEN is not set\./)
})

test('no key, a wrong one and an installation that is away are told in a sentence', async () => {
  const path = file('one.yaml', 'monitors: []')
  const keyless = await run({ SIGHTLINE_URL: url }, ['-f', path, '--plan'])
  expect([keyless.status, keyless.errors]).toEqual([
    1,
    expect.stringContaining('SIGHTLINE_API_KEY'),
  ])
  const wrong = await remotely(['-f', path, '--plan'], '', { SIGHTLINE_API_KEY: 'sl_live_x' })
  expect([wrong.status, wrong.errors]).toEqual([1, expect.stringMatching(/key/i)])
  const broken = { SIGHTLINE_API_KEY: 'sl_live_secret\nx' }
  const unsent = await remotely(['-f', path, '--plan'], '', broken)
  expect([unsent.status, unsent.errors]).toEqual([
    1,
    expect.stringContaining('SIGHTLINE_API_KEY is no key'),
  ])
  expect(unsent.errors).not.toContain('secret')
  const padded = await remotely(['-f', path, '--plan'], '', { SIGHTLINE_API_KEY: `${api.key}\n` })
  expect(padded.status).toBe(0)
  const folder = await remotely(['-f', dirname(path), '--plan'])
  expect(folder.errors).toBe(`${dirname(path)}: It is a folder.\n`)
  const there = new URL(url).host
  for (const [address, said] of [
    [`http://ci:horse@${there}`, 'holds a user name or a password'],
    ['ci:horse@[nowhere', 'must begin with https://'],
    [`ftp://${there}/horse`, 'must begin with https://'],
  ] as const) {
    const { status, errors } = await remotely(['-f', path, '--plan', '--url', address])
    expect([status, errors]).toEqual([1, expect.stringContaining(said)])
    expect(errors).not.toContain('horse')
  }
  const other = await remotely(['-f', path, '--yes', '--workspace', 'wsp_of_somebody'])
  expect([other.status, other.errors]).toEqual([
    1,
    expect.stringContaining('the key says which one is meant'),
  ])
  const away = await remotely(['-f', path, '--plan', '--url', 'http://127.0.0.1:1'])
  expect([away.status, away.errors]).toEqual([1, expect.stringContaining('cannot be reached')])
})

test('something else that answers there is told from an installation', async () => {
  const path = file('none.yaml', 'monitors: []')
  let answer = ''
  const port = await listen(createServer((_, response) => response.end(answer)))
  for (answer of ['<!doctype html>', 'null', '{"steps":1}']) {
    const { status, errors } = await remotely(['-f', path, '--url', `http://127.0.0.1:${port}`])
    expect([status, errors]).toEqual([
      1,
      `What answers at http://127.0.0.1:${port} is not Sightline, or none that can apply files.\n`,
    ])
  }
})
