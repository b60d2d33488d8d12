import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

let made = 0
const create = (settings: object, more: object = {}) => {
  made += 1
  const body = { url: `https://r${made}.example`, settings, ...more }
  return api.ask('POST', '/api/v1/monitors', { body })
}
const patch = (id: string, settings: object) =>
  api.ask('PATCH', `/api/v1/monitors/${id}`, { body: { settings } })

const DEFAULTS = { enabled: false, waitFor: 'load', selector: null, failOnConsoleError: false }

describe('the setting render of a web monitor', () => {
  it('is off unless asked for', async () => {
    const { body } = await create({})
    expect(body.monitor.settings.render).toEqual(DEFAULTS)
  })

  it.each([
    { enabled: true },
    { enabled: true, waitFor: 'networkIdle' },
    { enabled: true, waitFor: 'selector', selector: '#app > .ready' },
    { enabled: true, failOnConsoleError: true },
    // Kept for when it is switched on again.
    { enabled: false, waitFor: 'selector', selector: '#app' },
  ])('can be %j', async (render) => {
    const { status, body } = await create({ render })
    expect(status).toBe(201)
    expect(body.monitor.settings.render).toEqual({ ...DEFAULTS, ...render })
  })

  it('changes per key, and null resets', async () => {
    const { body } = await create({ render: { enabled: true } })
    const { id } = body.monitor
    const waiting = await patch(id, { render: { waitFor: 'selector', selector: '#app' } })
    expect(waiting.body.monitor.settings.render).toEqual({
      ...DEFAULTS,
      enabled: true,
      waitFor: 'selector',
      selector: '#app',
    })
    const refused = await patch(id, { render: { waitFor: 'load' } })
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'The field "settings.render.selector" is "#app": it cannot be used with the waitFor "load": send the waitFor "selector" too, or null to take it out.',
    ])
    const reset = await patch(id, { render: null })
    expect(reset.body.monitor.settings.render).toEqual(DEFAULTS)
  })

  it.each([
    [
      { render: { enabled: 'yes' } },
      'The field "settings.render.enabled" is "yes": it must be true or false.',
    ],
    [
      { render: { waitFor: 'idle' } },
      'The field "settings.render.waitFor" is "idle": it must be one of "load", "networkIdle", "selector".',
    ],
    [
      { render: { waitFor: 'selector' } },
      'The field "settings.render.selector" is missing: it must be sent with the waitFor "selector".',
    ],
    [
      { render: { waitFor: 'selector', selector: '//main' } },
      'The field "settings.render.selector" is "//main": it must be a CSS selector such as "#app .ready" (it makes no sense from "//main" on).',
    ],
    [
      { render: { enabled: true }, method: 'POST' },
      'The field "settings.method" is "POST": it must be GET with render.enabled, as browsers open pages with it.',
    ],
    [
      { render: { enabled: true }, expectedStatus: ['200-399'] },
      'The field "settings.expectedStatus[0]" is "200-399": it cannot hold statuses from 300 to 399 with render.enabled: there is no page to render behind a redirect that is not followed.',
    ],
  ])('is refused as %j', async (settings, error) => {
    const { status, body } = await create(settings)
    expect([status, body.error]).toEqual([400, error])
  })

  it('needs time for a browser', async () => {
    const error =
      'The field "timeoutMs" is 1999: it must be at least 2000 with settings.render.enabled, as a browser takes its time.'
    const short = await create({ render: { enabled: true } }, { timeoutMs: 1_999 })
    expect([short.status, short.body.error]).toEqual([400, error])
    const { body } = await create({ render: { enabled: true } }, { timeoutMs: 2_000 })
    const { id } = body.monitor
    const changed = await api.ask('PATCH', `/api/v1/monitors/${id}`, { body: { timeoutMs: 1_999 } })
    expect([changed.status, changed.body.error]).toEqual([400, error])
  })
})

describe('a monitor with render', () => {
  it('chooses regions with a browser, and says where there is none', async () => {
    const anywhere = await create({ render: { enabled: true } })
    expect(anywhere.body.monitor.regions).toEqual(['eu-west'])
    await api.addRegion('us-east', true, ['web', 'browser'])
    const chosen = await create({ render: { enabled: true } })
    expect(chosen.body.monitor.regions).toEqual(['us-east'])

    const named = await create({ render: { enabled: true } }, { regions: ['eu-west', 'us-east'] })
    expect(named.status).toBe(201)
    const { body } = await api.ask('GET', `/api/v1/monitors/${named.body.monitor.id}/probes`)
    expect(body.quorum.of).toBe(1)
    expect(body.probes).toMatchObject([
      { region: 'eu-west', capable: false, note: expect.stringContaining('has a browser') },
      { region: 'us-east', capable: true, note: null },
    ])

    const plain = await create({}, { regions: ['eu-west'] })
    const change = { regions: null, settings: { render: { enabled: true } } }
    const moved = await api.ask('PATCH', `/api/v1/monitors/${plain.body.monitor.id}`, {
      body: change,
    })
    expect(moved.body.monitor.regions).toEqual(['us-east'])
  })
})
