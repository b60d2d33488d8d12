import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { drainController } from '../../controller/src/db/drains.ts'
import type { Fleet } from '../helpers/fleet.ts'
import { openFleet } from '../helpers/fleet.ts'
import { PATIENT } from '../helpers/patient.ts'
import type { Program } from '../helpers/program.ts'
import { copyMonitor } from '../helpers/rows.ts'
import { plannedSlots, storedSlots } from '../helpers/slot-proof.ts'

const MONITORS = 400
const AGENTS = 3
/** Its agents keep their streams (they wait 15 s for a word), and the database has not heard of them for longer. */
const STANDSTILL_MS = 13_500
/** Checks of the last slots may wait for company on the way. */
const SETTLE_MS = 15_000

let fleet: Fleet
const controllers = new Map<string, { readonly program: Program<unknown>; readonly id: string }>()
const target = createServer((_, response) => response.end('hello'))

/** Starts a controller, and notes its id. */
async function start(name: string): Promise<void> {
  const program = await fleet.startController(name)
  const id = await vi.waitFor(async () => {
    const { rows } = await fleet.db.query<{ id: string }>({
      text: 'select id from controllers order by started_at desc limit 1',
    })
    const known = [...controllers.values()].map((each) => each.id)
    if (rows[0] === undefined || known.includes(rows[0].id)) throw new Error(`${name} is not there`)
    return rows[0].id
  }, PATIENT)
  controllers.set(name, { program, id })
}

beforeAll(async () => {
  fleet = await openFleet()
  for (const name of ['first', 'second']) await start(name)
  await fleet.startAgent('alone', ['first'])
  await fleet.startAgent('beside', ['first'])
  await fleet.startAgent('elsewhere', ['second'], { region: 'us-east' })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const { port } = target.address() as { port: number }
  const regions = ['eu-west', 'us-east']
  const monitor = { url: `http://127.0.0.1:${port}/`, intervalMinutes: 1, regions }
  const made = await fleet.call('first', 'POST', '/api/v1/monitors', monitor)
  const { monitor: first } = made.body as { monitor: { id: string } }
  await copyMonitor(fleet.db, first.id, MONITORS - 1)
  await untilAllAssigned(MONITORS * regions.length)
})
afterAll(async () => {
  await fleet.close()
  target.closeAllConnections()
  target.close()
})

/** Waits until the agents hold that many monitors: slots of those that none of them has heard of are not run for ever. */
async function untilAllAssigned(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await fleet.db.query<{ held: number }>({
      text: `select sum((counters ->> 'assignments')::integer)::integer as held from agents`,
    })
    expect(rows[0]?.held).toBe(count)
  }, PATIENT)
}

/** @returns slots without a result up to now, once what is under way has arrived */
async function missedSlots(): Promise<string[]> {
  const untilMs = Date.now()
  await delay(SETTLE_MS)
  const stored = new Set(await storedSlots(fleet.db, untilMs))
  return (await plannedSlots(fleet.db, untilMs)).filter((slot) => !stored.has(slot))
}

/** Waits until every agent is heard again, at whichever controller. */
async function untilAllHeard(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await fleet.db.query<{ agents: number }>({
        text: `select count(*) as agents from agents where left_at is null and last_seen_at > now() - interval '6 s'`,
      })
      expect(rows[0]?.agents).toBe(AGENTS)
    },
    { ...PATIENT, interval: 200 },
  )
}

it('a controller that stood still takes no check away from its agents', async () => {
  const first = controllers.get('first')?.program
  first?.kill('SIGSTOP')
  await delay(STANDSTILL_MS)
  first?.kill('SIGCONT')
  await untilAllHeard()
  // What waited for it in its sockets says nothing about the clocks of its agents.
  expect(first?.output()).not.toContain('the clock of an agent is off')
})

it('one that dies while it drains is only gone: started anew it works', async () => {
  const { program, id } = controllers.get('first') ?? {}
  await drainController(fleet.db, id ?? '')
  await vi.waitFor(() => expect(program?.output()).toContain('hands over'), {
    ...PATIENT,
    interval: 50,
  })
  program?.kill('SIGKILL')
  await program?.exited
  await start('first')
  await untilAllHeard()
  const { url } = await fleet.place('first')
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
})

/** What runs once for all controllers: who has it now, as the id of a controller. */
async function holderOfSweep(): Promise<string | undefined> {
  const { rows } = await fleet.db.query<{ holder: string }>({
    text: `select split_part(j.locked_by, ' ', 1) as holder from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'pruneAudits' and j.locked_by is not null`,
  })
  return rows[0]?.holder
}

it('what runs once for all moves to another when the one that has it is killed', async () => {
  let holder: string | undefined
  const wait = { timeout: 120_000, interval: 200 }
  await fleet.db.transaction(async (tx) => {
    // It cannot end meanwhile.
    await tx.query({ text: 'lock table audits in access exclusive mode' })
    await fleet.db.query({ text: `select graphile_worker.add_job('pruneAudits')` })
    await vi.waitFor(async () => {
      holder = await holderOfSweep()
      expect(holder).toBeDefined()
    }, wait)
    const held = [...controllers.values()].find(({ id }) => id === holder)
    held?.program.kill('SIGKILL')
    await held?.program.exited
    await vi.waitFor(async () => {
      const next = await holderOfSweep()
      expect(next).toBeDefined()
      expect(next).not.toBe(holder)
    }, wait)
  })
  await vi.waitFor(async () => expect(await holderOfSweep()).toBeUndefined(), wait)
  const name = [...controllers].find(([, { id }]) => id === holder)?.[0]
  await start(name ?? '')
  await untilAllHeard()
})

it('through all of it no check was missed, and nothing was called down', async () => {
  expect(await missedSlots()).toEqual([])
  const { rows } = await fleet.db.query({
    text: 'select status, count(*) as monitors from monitor_states group by 1',
  })
  expect(rows).toEqual([{ status: 'up', monitors: MONITORS }])
})
