import { createServer } from 'node:http'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../../controller/src/db/migrate.ts'
import type { EarlierVersion } from '../helpers/earlier-version.ts'
import {
  EARLIER_COMMIT,
  hasEarlierVersion,
  unpackEarlierVersion,
} from '../helpers/earlier-version.ts'
import type { Fleet } from '../helpers/fleet.ts'
import { openFleet } from '../helpers/fleet.ts'
import { listen } from '../helpers/listen.ts'
import { serviceOfEachType } from '../helpers/service-of-each-type.ts'

const hasHistory = hasEarlierVersion()
const note = hasHistory ? '' : ' (skipped: the checkout has no history with the version before)'

let earlier: EarlierVersion
beforeAll(() => {
  if (hasHistory) earlier = unpackEarlierVersion()
})
afterAll(() => {
  if (hasHistory) earlier.remove()
})

async function openedFleet(): Promise<Fleet> {
  const fleet = await openFleet({ isBlank: true })
  onTestFinished(fleet.close, 60_000)
  return fleet
}

interface ShownMonitor {
  readonly name: string
  readonly status: string
  readonly lastError: string | null
  readonly currentOutageId: string | null
}

async function monitorsOf(fleet: Fleet, controller: string): Promise<ShownMonitor[]> {
  const { status, body } = await fleet.call(controller, 'GET', '/api/v1/monitors?per=100')
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { monitors: ShownMonitor[] }).monitors
}

async function createMonitor(fleet: Fleet, controller: string, monitor: object): Promise<void> {
  const { status, body } = await fleet.call(controller, 'POST', '/api/v1/monitors', monitor)
  expect(status, JSON.stringify(body)).toBe(201)
}

/** Makes monitors of every type the agents of the fleet can check, and one whose target fails.
 *  @returns what each has to become */
async function watchEverything(fleet: Fleet, controller: string): Promise<Map<string, string>> {
  const { rows } = await fleet.db.query<{ capability: string }>({
    text: 'select distinct unnest(capabilities) as capability from agents',
  })
  const able = new Set(rows.map(({ capability }) => capability))
  const watched = await serviceOfEachType()
  const types = MONITOR_TYPES.filter((type) => able.has(type))
  expect(types.length).toBeGreaterThanOrEqual(MONITOR_TYPES.length - 1)
  for (const type of types) {
    await createMonitor(fleet, controller, { name: type, ...watched[type] })
  }
  const failing = createServer((_, response) => response.writeHead(500).end())
  const url = `http://127.0.0.1:${await listen(failing)}/`
  await createMonitor(fleet, controller, { name: 'failing', url })
  return new Map([...types.map((type) => [type, 'up'] as const), ['failing', 'down'] as const])
}

/** Waits until every monitor is decided as it should be, as each of these controllers tells. */
async function untilDecided(
  fleet: Fleet,
  controllers: readonly string[],
  expected: ReadonlyMap<string, string>,
): Promise<void> {
  for (const controller of controllers) {
    await vi.waitFor(
      async () => {
        const monitors = await monitorsOf(fleet, controller)
        const decided = new Map(monitors.map(({ name, status }) => [name, status]))
        const why = monitors.map(({ name, lastError }) => `${name}: ${lastError}`).join('\n')
        expect(decided, why).toEqual(expected)
        const failing = monitors.find(({ name }) => name === 'failing')
        expect(failing?.currentOutageId).toMatch(/^out_/)
      },
      { timeout: 90_000, interval: 500 },
    )
  }
}

describe.skipIf(!hasHistory)(`the version of ${EARLIER_COMMIT.slice(0, 7)}${note}`, () => {
  it('has agents that work with this controller', async () => {
    const fleet = await openedFleet()
    await fleet.startController('new')
    await fleet.startAgent('old-agent', ['new'], { root: earlier.root })
    await untilDecided(fleet, ['new'], await watchEverything(fleet, 'new'))
  })

  it('has a controller that works with agents of this one, on a database that this one migrated', async () => {
    const fleet = await openedFleet()
    await fleet.startController('old', earlier.root)
    await migrate(fleet.databaseUrl, createLogger('test', 'silent'))
    await fleet.startAgent('new-agent', ['old'])
    const expected = await watchEverything(fleet, 'old')
    await untilDecided(fleet, ['old'], expected)
    // Then the first controller of this version comes, and both go on side by side.
    await fleet.startController('new')
    await fleet.startAgent('second-agent', ['new'])
    const { web } = await serviceOfEachType()
    for (const maker of ['new', 'old']) {
      const name = `made by the ${maker} one`
      await createMonitor(fleet, maker, { ...web, name, url: `${web.url}${maker}` })
    }
    expected.set('made by the new one', 'up')
    expected.set('made by the old one', 'up')
    await untilDecided(fleet, ['old', 'new'], expected)
  })
})
