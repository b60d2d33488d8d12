import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Fleet } from '../helpers/fleet.ts'
import { openFleet } from '../helpers/fleet.ts'
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
const controllers = new Map<string, Program<unknown>>()
const target = createServer((_, response) => response.end('hello'))

beforeAll(async () => {
  fleet = await openFleet()
  for (const name of ['first', 'second']) {
    controllers.set(name, await fleet.startController(name))
  }
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
})
afterAll(async () => {
  await fleet.close()
  target.closeAllConnections()
  target.close()
})

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
    { timeout: 30_000, interval: 200 },
  )
}

it('a controller that stood still takes no check away from its agents', async () => {
  const first = controllers.get('first')
  first?.kill('SIGSTOP')
  await delay(STANDSTILL_MS)
  first?.kill('SIGCONT')
  await untilAllHeard()
  expect(await missedSlots()).toEqual([])
  // What waited for it in its sockets says nothing about the clocks of its agents.
  expect(first?.output()).not.toContain('the clock of an agent is off')
  const { rows } = await fleet.db.query({
    text: 'select status, count(*) as monitors from monitor_states group by 1',
  })
  expect(rows).toEqual([{ status: 'up', monitors: MONITORS }])
})
