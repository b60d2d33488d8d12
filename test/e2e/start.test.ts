import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readPassword } from '../../controller/src/supervisor/postgres/cluster.ts'
import { pidInLockFile } from '../../controller/src/supervisor/postgres/left-processes.ts'
import { applicationUrl } from '../../controller/src/supervisor/postgres/roles.ts'
import type { ProcessRecord } from '../../controller/src/supervisor/processes.ts'
import {
  isRunning,
  recordProcess,
  waitUntilGone,
} from '../../controller/src/supervisor/processes.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { readRuntimeState } from '../../controller/src/supervisor/runtime-file.ts'
import { eventually } from '../helpers/eventually.ts'
import type { Program } from '../helpers/program.ts'
import { startProgram } from '../helpers/program.ts'

const SUPERVISOR = 'controller/src/supervisor/main.ts'

let dataFolder: string
/** What runs; a case that ends it, or starts it anew, says so. */
let running: Program<ControllerReady> | null = null

beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'sightline-start-'))
})

afterEach(async ({ task }) => {
  // What a case that failed left is nothing for the next.
  if (task.result?.state === 'fail') await stop()
})

afterAll(async () => {
  await stop()
  rmSync(dataFolder, { recursive: true, force: true })
})

async function stop(): Promise<void> {
  await running?.stop()
  running = null
}

async function start(environment: Record<string, string> = {}): Promise<Program<ControllerReady>> {
  const program = await startProgram<ControllerReady>(SUPERVISOR, [], {
    SIGHTLINE_DATA_DIR: dataFolder,
    PORT: '0',
    SIGHTLINE_GRPC_PORT: '0',
    SIGHTLINE_CHROME: 'none',
    ...environment,
  })
  running = program
  return program
}

/** The installation, as any start after the first made it: what a case before left running, as a start of everything takes
 *  two and a half seconds of a processor, else a new one. */
const started = async (): Promise<Program<ControllerReady>> => running ?? start()

/** Ends the supervisor alone. */
async function killed(program: Program<ControllerReady>): Promise<void> {
  program.kill('SIGKILL')
  await program.exited
  running = null
}

/** What a start that fails writes. */
async function failure(environment: Record<string, string>): Promise<string> {
  try {
    await start(environment)
  } catch (error: unknown) {
    return String(error)
  }
  throw new Error('it started')
}

/** Every process of the installation, its database included. */
function everyProcess(program: { readonly pid: number }): Map<string, ProcessRecord> {
  const found = new Map<string, ProcessRecord>()
  const add = (name: string, pid: number | undefined) => {
    const record = pid === undefined ? null : recordProcess(pid)
    if (record !== null) found.set(name, record)
  }
  add('supervisor', program.pid)
  add('database', pidInLockFile(join(dataFolder, 'postgres', 'cluster')) ?? undefined)
  for (const child of readRuntimeState(dataFolder)?.children ?? []) add(child.name, child.pid)
  return found
}

async function withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const port = readRuntimeState(dataFolder)?.databasePort ?? 0
  const password = readPassword(join(dataFolder, 'postgres'), 'application') ?? ''
  const client = new Client({ connectionString: applicationUrl(port, password) })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What it answers to who asks whether it is ready, or why it does not: beside others on two cores that took 2 s. */
async function readiness(url: string): Promise<number | string> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(60_000) })).status
  } catch (error) {
    return String(error)
  }
}

describe('npm start', () => {
  test('the first start gives a link, a key and a call; Ctrl-C leaves nothing behind', async () => {
    const program = await start()
    const { url, firstRun } = program.ready
    expect(await readiness(url)).toBe(200)
    expect(firstRun).not.toBeNull()

    const output = program.output()
    expect(output).toContain(`Sightline is ready at ${url}`)
    expect(output).toContain(firstRun?.signUpUrl)
    expect(output).toContain(`curl -X POST ${url}/api/v1/monitors`)
    const file = join(dataFolder, 'first-run.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, ...firstRun })
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const processes = everyProcess(program)
    expect([...processes.keys()].sort()).toEqual([
      'agent-local',
      'controller',
      'database',
      'supervisor',
    ])
    program.kill('SIGINT')
    expect(await program.exited).toBe(0)
    running = null
    expect([...processes.values()].filter(isRunning)).toEqual([])
  })

  test('npm, which service managers tell to stop, ends after all else has ended in order', async () => {
    const npm = spawn('npm', ['start'], {
      env: {
        ...process.env,
        SIGHTLINE_DATA_DIR: dataFolder,
        SIGHTLINE_CHROME: 'none',
        SIGHTLINE_SYSTEM_PACKAGES: '0',
        PORT: '0',
        SIGHTLINE_GRPC_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    const exited = once(npm, 'exit')
    try {
      await eventually(() => output.includes('Sightline is ready'))
      const supervisor = readRuntimeState(dataFolder)?.supervisor.pid ?? 0
      const processes = [...everyProcess({ pid: supervisor }).values()]
      expect(processes).toHaveLength(4)
      npm.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
      // A service manager kills at once what is left then.
      expect(processes.filter(isRunning)).toEqual([])
      expect(output).toMatch(/Stopping\n.*Stopped\n/)
    } catch (error) {
      throw new Error(output, { cause: error })
    } finally {
      npm.kill('SIGKILL')
    }
  })

  test('the second start does not repeat the key and keeps the unused link', async () => {
    const program = await started()
    expect(program.ready.firstRun).toBeNull()
    const kept = JSON.parse(readFileSync(join(dataFolder, 'first-run.json'), 'utf8')) as {
      url: string
      signUpUrl: string
      apiKey: string
    }
    expect(kept.url).toBe(program.ready.url)
    expect(kept.signUpUrl.startsWith(program.ready.url)).toBe(true)
    expect(program.output()).toContain(kept.signUpUrl)
    expect(program.output()).not.toContain(kept.apiKey)
  })

  test('a second start on the same data folder says who holds it', async () => {
    const first = await started()
    const said = await failure({})
    expect(said).toContain('ended with 1')
    expect(said).toContain(`"npm start" (process ${first.pid}`)
    expect(said).toContain('SIGHTLINE_DATA_DIR')
    expect(await readiness(first.ready.url)).toBe(200)
  })

  test('each process that is killed comes back', async () => {
    const program = await started()
    const before = everyProcess(program)
    for (const name of ['agent-local', 'controller', 'database']) {
      process.kill(before.get(name)?.pid ?? 0, 'SIGKILL')
    }
    await eventually(async () => {
      const now = everyProcess(program)
      const isNew = (name: string) =>
        now.has(name) && now.get(name)?.identity !== before.get(name)?.identity
      const areAllNew = isNew('agent-local') && isNew('controller') && isNew('database')
      return areAllNew && (await readiness(program.ready.url)) === 200
    })
    expect(isRunning(before.get('supervisor') ?? { pid: 0, identity: '' })).toBe(true)
  })

  test('all data is back after every process was killed at once', async () => {
    const first = await started()
    await withDatabase((client) =>
      client.query("insert into regions (code) values ('kept-over-a-kill')"),
    )
    const processes = [...everyProcess(first).values()]
    for (const { pid } of processes) process.kill(pid, 'SIGKILL')
    await killed(first)

    await start()
    const { rowCount } = await withDatabase((client) =>
      client.query("select 1 from regions where code = 'kept-over-a-kill'"),
    )
    expect(rowCount).toBe(1)
    expect(processes.filter(isRunning)).toEqual([])
  })

  test('what a killed supervisor left is ended before the next start', async () => {
    const first = await started()
    const processes = everyProcess(first)
    // Held still, the children cannot follow it by themselves.
    for (const [name, { pid }] of processes) if (name !== 'supervisor') process.kill(pid, 'SIGSTOP')
    await killed(first)

    const second = await start()
    expect(await readiness(second.ready.url)).toBe(200)
    expect([...processes.values()].filter(isRunning)).toEqual([])
  })

  test('a killed supervisor takes everything with it', async () => {
    const program = await started()
    const processes = [...everyProcess(program).values()]
    await killed(program)
    expect(await waitUntilGone(processes, 10_000)).toBe(true)
  })

  test('a local agent whose token was revoked has a new one at the next start', async () => {
    await started()
    await withDatabase((client) => client.query('update agent_tokens set revoked_at = now()'))
    await stop()
    await start()
    await eventually(async () => {
      const live = await withDatabase((client) =>
        client.query(
          'select 1 from agents a join agent_tokens t on t.id = a.token_id where a.left_at is null and t.revoked_at is null',
        ),
      )
      return live.rowCount === 1
    })
    const { rows } = await withDatabase((client) => client.query('select id from agents'))
    expect(rows).toHaveLength(1)
  })

  test('a port in use is named, with the variable that changes it', async () => {
    await stop()
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const taken = typeof address === 'object' ? String(address?.port) : ''
    try {
      for (const variable of ['PORT', 'SIGHTLINE_GRPC_PORT']) {
        const said = await failure({ [variable]: taken })
        expect(said).toContain('ended with 1')
        expect(said).toContain(`${variable}: `)
        expect(said).toContain(taken)
      }
    } finally {
      server.close()
    }
    const { children } = readRuntimeState(dataFolder) ?? {}
    expect(children).toEqual([])
  })

  test.each([
    [{ PORT: 'http' }, 'PORT is "http": must be a port number from 0 to 65535'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud": must be one of'],
    [{ SIGHTLINE_LOCAL_REGIONS: 'eu west' }, 'SIGHTLINE_LOCAL_REGIONS is "eu west": must be a'],
    [{ SIGHTLINE_LOCAL_REGIONS: 'a,a' }, 'SIGHTLINE_LOCAL_REGIONS is "a,a": must name each'],
    [{ SIGHTLINE_GRPC_HOST: '0.0.0.0' }, 'SIGHTLINE_GRPC_HOST is "0.0.0.0"'],
    [{ DATABASE_URL: 'mysql://x:secret@y/z' }, 'DATABASE_URL is wrong: must be a URL such as'],
  ] as [Record<string, string>, string][])('%j is refused in one line', async (wrong, words) => {
    await stop()
    const said = await failure(wrong)
    expect(said).toContain('ended with 1')
    expect(said).toContain(words)
    expect(said).not.toContain('secret')
    expect(said).not.toContain('Starting')
  })
})
