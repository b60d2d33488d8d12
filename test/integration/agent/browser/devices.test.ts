import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { Device } from '../../../../agent/src/browser/browser.ts'
import { DEVICES } from '../../../../agent/src/browser/devices.ts'
import { CHROME, PATIENCE_MS, site, testBrowser } from '../../../helpers/browser.ts'

/** What scripts see. */
const EXPRESSION = `(async () => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight,
  scale: devicePixelRatio,
  screen: [screen.width, screen.height],
  fingers: navigator.maxTouchPoints,
  isCoarse: matchMedia('(pointer: coarse)').matches,
  name: navigator.userAgent,
  hints: await navigator.userAgentData.getHighEntropyValues(['model', 'platform', 'fullVersionList']),
}))()`

describe.skipIf(CHROME.missing !== null)('a device', () => {
  const browser = testBrowser()

  async function seenOn(
    device: Device,
    more: { html?: string; userAgent?: string } = {},
  ): Promise<{ seen: unknown; headers: IncomingHttpHeaders }> {
    const { html = '<!doctype html><meta name="viewport" content="width=device-width">' } = more
    const { origin, asked } = await site({ '/': html })
    const visited = await browser.visit(
      {
        url: new URL(`${origin}/`),
        headers: {},
        userAgent: more.userAgent ?? null,
        credentials: null,
        waitFor: { kind: 'load' },
        verifyTls: true,
        family: 'any',
        device,
      },
      {
        look: async (session) => {
          const options = { expression: EXPRESSION, awaitPromise: true, returnByValue: true }
          const { result } = await session.send('Runtime.evaluate', options)
          return result.value as unknown
        },
      },
      AbortSignal.timeout(PATIENCE_MS),
    )
    expect(visited).toMatchObject({ ok: true })
    return { seen: visited.ok ? visited.seen : null, headers: asked[0]?.headers ?? {} }
  }

  test('is what pages see, and what servers are told', async () => {
    const [phone, computer] = await Promise.all([seenOn(DEVICES.mobile), seenOn(DEVICES.desktop)])
    expect(phone.seen).toMatchObject({
      width: 412,
      height: 823,
      scale: 1.75,
      screen: [412, 823],
      fingers: 5,
      isCoarse: true,
      name: expect.stringContaining(' Mobile Safari/'),
      hints: { mobile: true, platform: 'Android', model: 'moto g power (2022)' },
    })
    expect(phone.headers).toMatchObject({
      'user-agent': expect.stringContaining('(Linux; Android 11; moto g power (2022))'),
      'sec-ch-ua-mobile': '?1',
      'sec-ch-ua-platform': '"Android"',
    })
    expect(computer.seen).toMatchObject({
      width: 1350,
      height: 940,
      scale: 1,
      screen: [1350, 940],
      fingers: 0,
      isCoarse: false,
      hints: { mobile: false, model: '' },
    })
    expect(computer.headers).toMatchObject({ 'sec-ch-ua-mobile': '?0' })
    expect(JSON.stringify([phone, computer])).not.toContain('Headless')
  })

  test('lays out pages without a viewport tag as a phone does, unless it is not to', async () => {
    const html = '<!doctype html><title>Old</title>'
    const userAgent = 'Own/1.0'
    const [old, narrow] = await Promise.all([
      seenOn(DEVICES.mobile, { html }),
      seenOn({ ...DEVICES.mobile, usesViewportTag: false }, { html, userAgent }),
    ])
    expect(old.seen).toMatchObject({ width: 980 })
    expect(narrow.seen).toMatchObject({ width: 412, name: userAgent })
    expect(narrow.headers).toMatchObject({ 'user-agent': userAgent })
  })
})
