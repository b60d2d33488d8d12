import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CLI } from '../helpers/run-program.ts'
import type { Fleet } from '../helpers/fleet.ts'
import { openFleet } from '../helpers/fleet.ts'
import type { Program } from '../helpers/program.ts'
import { copyMonitor } from '../helpers/rows.ts'
import { plannedSlots, storedSlots } from '../helpers/slot-proof.ts'

const CONTROLLERS = ['first', 'second']
const AGENTS = ['agent-a', 'agent-b', 'agent-c']
const MONITORS = 400
/** Calls of the API, one after the other. */
const CALL_EVERY_MS = 250
/** Checks of the last slots may wait for company on the way. */
const SETTLE_MS = 15_000

let fleet: Fleet
const target = createServer((_, response) => response.end('hello'))

beforeAll(async () => {
  fleet = await openFleet()
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await fleet.close()
  target.closeAllConnections()
  target.close()
})

/** Runs a command of the operator. @throws with what it said when it failed */
async function cli(...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [...CLI, ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: fleet.databaseUrl,
      SIGHTLINE_DATA_DIR: '/nonexistent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${said}`)
  return said
}

/** What a caller does that knows both controllers: it asks one, and the other when that one is not there. */
async function callEither(path: string, turn: number): Promise<void> {
  const order = turn % 2 === 0 ? CONTROLLERS : CONTROLLERS.toReversed()
  const failures: unknown[] = []
  for (const controller of order) {
    try {
      const { status } = await fleet.call(controller, 'GET', path)
      if (status === 200) return
      failures.push(`${controller} answered ${status}`)
    } catch (error: unknown) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, `nobody answered ${path}`)
}

/** Calls until it is told to stop. @returns how often, and what failed */
function startCalls(): { stop: () => Promise<{ calls: number; failures: unknown[] }> } {
  const stopping = new AbortController()
  async function callOnAndOn(): Promise<{ calls: number; failures: unknown[] }> {
    const failures: unknown[] = []
    let calls = 0
    for (; !stopping.signal.aborted; calls += 1) {
      const path = calls % 3 === 0 ? '/api/v1/plans' : '/api/v1/monitors?per=10'
      await callEither(path, calls).catch((error: unknown) => failures.push(error))
      await delay(CALL_EVERY_MS)
    }
    return { calls, failures }
  }
  const ended = callOnAndOn()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}

async function idOfController(program: Program<unknown>): Promise<string> {
  const { rows } = await fleet.db.query<{ id: string }>({
    text: `select id from controllers where drained_at is null and last_seen_at > now() - interval '5 s'
      order by started_at`,
  })
  const [oldest] = rows
  if (oldest === undefined) throw new Error(`no controller lives:\n${program.output()}`)
  return oldest.id
}

async function idOfAgent(name: string): Promise<string> {
  const { rows } = await fleet.db.query<{ id: string }>(
    {
      text: `select a.public_id as id from agents a join agent_tokens t on t.id = a.token_id
        where t.name = $1`,
    },
    [name],
  )
  return rows[0]?.id ?? ''
}

it('two controllers and three agents are started anew one by one, and nobody notices', async () => {
  const controllers = new Map<string, Program<unknown>>()
  const agents = new Map<string, Program<unknown>>()
  for (const name of CONTROLLERS) controllers.set(name, await fleet.startController(name))
  for (const name of AGENTS) agents.set(name, await fleet.startAgent(name, CONTROLLERS))
  const { port } = target.address() as { port: number }
  const monitor = { url: `http://127.0.0.1:${port}/`, intervalMinutes: 1 }
  const made = await fleet.call('first', 'POST', '/api/v1/monitors', monitor)
  expect(made.status).toBe(201)
  const { monitor: first } = made.body as { monitor: { id: string } }
  await copyMonitor(fleet.db, first.id, MONITORS - 1)
  const calls = startCalls()

  for (const [name, program] of controllers) {
    const id = await idOfController(program)
    expect(await cli('drain', id)).toContain('stop it now')
    const { url } = await fleet.place(name)
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    await program.stop()
    await fleet.startController(name)
  }
  for (const [name, program] of agents) {
    expect(await cli('drain', await idOfAgent(name))).toContain('stop it now')
    await program.stop()
    await fleet.startAgent(name, CONTROLLERS)
  }

  await delay(SETTLE_MS)
  const { calls: count, failures } = await calls.stop()
  expect(failures).toEqual([])
  expect(count).toBeGreaterThan(50)
  const untilMs = Date.now() - SETTLE_MS
  const planned = await plannedSlots(fleet.db, untilMs)
  expect(planned.length).toBeGreaterThan(MONITORS / 3)
  expect(await storedSlots(fleet.db, untilMs)).toEqual(planned)
  const { rows } = await fleet.db.query<{ status: string; outages: number }>({
    text: `select s.status, (select count(*) from outages) as outages, count(*) as monitors
      from monitor_states s group by 1`,
  })
  expect(rows).toEqual([{ status: 'up', outages: 0, monitors: MONITORS }])
})
