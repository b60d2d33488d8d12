import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Fleet } from '../helpers/fleet.ts'
import { openFleet } from '../helpers/fleet.ts'
import { listen } from '../helpers/listen.ts'

const PRELOAD = fileURLToPath(new URL('../helpers/wrong-clock.js', import.meta.url))
const MINUTE_MS = 60_000
/** Of a key. Source: decisions, section 2 */
const BURST = { calls: 30, windowMs: 10_000 }

/** The environment of a program whose machine has the wrong time. */
const aheadBy = (ms: number) => ({
  NODE_OPTIONS: `--import ${PRELOAD}`,
  WRONG_CLOCK_MS: String(ms),
})

/** What a controller says of each monitor, by name. */
async function statusesOf(fleet: Fleet, controller: string): Promise<Record<string, string>> {
  const { body } = await fleet.call(controller, 'GET', '/api/v1/monitors?per=100')
  const { monitors } = body as { monitors: { name: string; status: string }[] }
  return Object.fromEntries(monitors.map(({ name, status }) => [name, status]))
}

it('two controllers, 7 minutes ahead and behind, decide monitors, and hold one limit of a key', async () => {
  const fleet = await openFleet()
  onTestFinished(fleet.close, 60_000)
  await fleet.startController('ahead', undefined, aheadBy(7 * MINUTE_MS))
  await fleet.startController('behind', undefined, aheadBy(-7 * MINUTE_MS))
  await fleet.startAgent('one', ['ahead'])
  await fleet.startAgent('two', ['behind'])
  const target = createServer((request, response) =>
    response.writeHead(request.url?.startsWith('/broken') === true ? 500 : 200).end('page'),
  )
  const url = `http://127.0.0.1:${await listen(target)}`
  const expected: Record<string, string> = {}
  for (const maker of ['ahead', 'behind']) {
    for (const [path, status] of [
      ['well', 'up'],
      ['broken', 'down'],
    ] as const) {
      const name = `${path} by ${maker}`
      const monitor = { name, url: `${url}/${path}?by=${maker}` }
      expect(await fleet.call(maker, 'POST', '/api/v1/monitors', monitor)).toMatchObject({
        status: 201,
      })
      expected[name] = status
    }
  }
  for (const teller of ['ahead', 'behind']) {
    await vi.waitFor(async () => expect(await statusesOf(fleet, teller)).toEqual(expected), {
      timeout: 60_000,
      interval: 500,
    })
  }
  const { rows } = await fleet.db.query<{ clockMin: number }>({
    text: `select round(clock_offset_ms / 60000.0)::integer as "clockMin" from controllers order by 1`,
  })
  expect(rows).toEqual([{ clockMin: -7 }, { clockMin: 7 }])

  // The two have one window: what one counted, the other counts too.
  const beganMs = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: 400 }, async (_, i) => {
      const controller = i % 2 === 0 ? 'ahead' : 'behind'
      return (await fleet.call(controller, 'GET', '/api/v1/usage')).status
    }),
  )
  const windows = 1 + Math.ceil((performance.now() - beganMs) / BURST.windowMs)
  const answered = statuses.filter((status) => status === 200)
  expect(answered.length).toBeGreaterThan(0)
  expect(answered.length).toBeLessThanOrEqual(BURST.calls * windows)
  expect(statuses.filter((status) => status === 429)).toHaveLength(400 - answered.length)
})
