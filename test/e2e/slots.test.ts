import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plannedSlots, storedSlots } from '../helpers/slot-proof.ts'
import type { SmallInstallation } from '../helpers/small-installation.ts'
import { startSmallInstallation } from '../helpers/small-installation.ts'

const REGIONS = ['eu-west', 'us-east']
const MONITORS = 28

/** Checks of the last slots may take their time and wait for company on the way. */
const SETTLE_MS = 15_000

let installation: SmallInstallation

beforeAll(async () => {
  installation = await startSmallInstallation()
})
afterAll(() => installation.close())

async function createMonitor(page: number): Promise<void> {
  const response = await installation.call('POST', '/api/v1/monitors', {
    url: installation.pageUrl(page),
    intervalMinutes: 1,
    regions: REGIONS,
  })
  expect(response.status, await response.text()).toBe(201)
}

async function expectEverySlot(): Promise<void> {
  const untilMs = Date.now() - SETTLE_MS
  const planned = await plannedSlots(installation.db, untilMs)
  expect(await storedSlots(installation.db, untilMs)).toEqual(planned)
  expect(planned.length).toBeGreaterThan(MONITORS * REGIONS.length)
}

describe('the main job', () => {
  it('leaves exactly one result for every slot though an agent and the controller are killed', async () => {
    const killed = await installation.startAgent('agent-a', 'eu-west')
    await installation.startAgent('agent-b', 'eu-west')
    await installation.startAgent('agent-c', 'us-east')
    // One by one: side by side on a machine that begins other tests too, the last waited 5 s for a connection, and
    // were told to try again.
    for (let page = 1; page <= MONITORS; page += 1) await createMonitor(page)

    await delay(20_000)
    killed.kill('SIGKILL')
    // Its share moves 15 s later; meanwhile its slots stay open.
    await delay(45_000)
    await installation.killController()
    await delay(8_000)
    await installation.startController()
    await delay(60_000)
    await expectEverySlot()

    const { rows } = await installation.db.query<{ first: number; status: string }>({
      text: `select count(*) as first, s.status from check_results r
        join monitor_states s on s.monitor_id = r.monitor_id
        where r.attempt = 1 and not r.confirmation group by s.status order by s.status`,
    })
    const failing = Math.floor(MONITORS / 5)
    expect(rows).toEqual([
      { first: failing * REGIONS.length, status: 'down' },
      { first: (MONITORS - failing) * REGIONS.length, status: 'up' },
    ])
  })

  it('answers 503 and loses nothing while the database is away', async () => {
    await installation.stopDatabase()
    expect((await installation.call('GET', '/api/v1/monitors')).status).toBe(503)
    expect((await installation.call('GET', '/readyz')).status).toBe(503)
    expect((await installation.call('GET', '/healthz')).status).toBe(200)
    const wrongKey = await fetch(`${installation.controller().ready.url}/api/v1/monitors`, {
      headers: { 'x-api-key': 'sl_live_wrong' },
    })
    expect(wrongKey.status).toBe(503)
    expect(await wrongKey.json()).toEqual({ error: expect.any(String) as string })

    await delay(60_000)
    await installation.startDatabase()
    await delay(5_000)
    expect((await installation.call('GET', '/api/v1/monitors')).status).toBe(200)
    await delay(SETTLE_MS + 5_000)
    await expectEverySlot()
  })
})
