import { createECDH } from 'node:crypto'
import { createAddressGuard, parseAddressRange } from '@sightline/shared/address'
import { createNameResolver } from '@sightline/shared/name-resolution'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  Outcome,
  SendingParts,
} from '../../../../../controller/src/alerting/channels/channel.ts'
import type { PushAddress } from '../../../../../controller/src/alerting/channels/push/address.ts'
import {
  withBrowsers,
  withEnded,
  withoutBrowser,
} from '../../../../../controller/src/alerting/channels/push/address.ts'
import { makeKeys } from '../../../../../controller/src/alerting/channels/push/keys.ts'
import {
  MAX_PAYLOAD_BYTES,
  pushPayload,
} from '../../../../../controller/src/alerting/channels/push/payload.ts'
import {
  outcomeOf,
  sendToBrowsers,
} from '../../../../../controller/src/alerting/channels/push/send.ts'
import {
  Browser,
  browserIdOf,
} from '../../../../../controller/src/alerting/channels/push/subscription.ts'
import { decrypt, openPushService } from '../../../../helpers/push-service.ts'
import { aMessage, NASTY } from '../a-message.ts'

const range = parseAddressRange('127.0.0.1/32')
const keys = makeKeys()
const parts: SendingParts = {
  guard: createAddressGuard(range === null ? [] : [range]),
  resolver: createNameResolver({ servers: ['127.0.0.1:1'] }),
  smtpUrl: null,
  mailFrom: 'Sightline <alerts@sightline.example>',
  push: { keys: async () => keys, contact: () => 'https://monitor.example.com' },
}
const nowMs = Date.parse('2026-03-10T12:00:00.000Z')
const delivery = { id: 'alr_1', nowMs }

/** Example of RFC 8291, section 5 and appendix A. */
const EXAMPLE = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  text: 'When I grow up, I want to be a watermelon',
}

describe('a message to a browser', () => {
  it('can be read by it alone, and is signed by the installation', async () => {
    const service = await openPushService()
    const browser = service.subscribe('one')
    const message = aMessage({ title: `Größe ${NASTY} 漢字 🦊` })
    const address = withBrowsers(undefined, [browser.subscription])
    expect(await sendToBrowsers(address, message, delivery, parts)).toEqual({ kind: 'sent' })
    const [got] = await browser.messages()
    expect(got?.payload).toEqual({
      id: 'alr_1',
      title: `Größe ${NASTY} 漢字 🦊`,
      text: 'Shop has been down for 5 minutes.\nThe connection is refused.',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      path: '/monitors/mon_1?a=1&b=2',
      isUrgent: true,
      atMs: message.atMs,
    })
    expect(got?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
      topic: got?.payload.topic,
    })
    expect(got?.sender).toBe(keys.publicKey)
    expect(got?.claims).toEqual({
      aud: service.origin,
      exp: nowMs / 1_000 + 12 * 3_600,
      sub: 'https://monitor.example.com',
    })
  })

  it('is read in these tests as the standard has it', () => {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(Buffer.from(EXAMPLE.privateKey, 'base64url'))
    const [body, auth] = [EXAMPLE.body, EXAMPLE.auth].map((text) => Buffer.from(text, 'base64url'))
    expect(decrypt(body ?? Buffer.of(), pair, auth ?? Buffer.of())).toBe(EXAMPLE.text)
  })

  it('fits into what push services take, whatever it says', () => {
    const text = fc.string({ unit: 'binary', maxLength: 3_000 })
    fc.assert(
      fc.property(text, text, text, fc.webUrl(), (title, summary, reason, url) => {
        const link = { label: 'Open', url: `${url}/${encodeURIComponent(title.toWellFormed())}` }
        const message = aMessage({ title, summary, reason, link })
        const bytes = Buffer.byteLength(
          JSON.stringify(pushPayload(message, `alr_${'x'.repeat(20)}`)),
        )
        expect(bytes).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES)
      }),
    )
  })

  it('of a recovery takes the place of its outage', () => {
    const down = pushPayload(aMessage(), 'alr_1')
    const up = pushPayload(aMessage({ kind: 'up', severity: 'good', isResolved: true }), 'alr_2')
    expect(up).toMatchObject({ topic: down.topic, isUrgent: false })
    expect(pushPayload(aMessage({ incidentKey: 'out_2' }), 'alr_3').topic).not.toBe(down.topic)
  })

  it.each([
    [{}, '/monitors/mon_1?a=1&b=2'],
    [{ link: null }, '/'],
    [{ link: { label: 'Open', url: 'https://monitor.example.com' } }, '/'],
  ])('with %j leads to %s', (fields, path) => {
    expect(pushPayload(aMessage(fields), 'alr_1').path).toBe(path)
  })
})

describe('sending to several browsers', () => {
  const send = (address: PushAddress) => sendToBrowsers(address, aMessage(), delivery, parts)

  it('leaves out none of those that take it, and says which are over', async () => {
    const service = await openPushService()
    const fine = service.subscribe('fine')
    const gone = service.subscribe('gone', { status: 410 })
    const busy = service.subscribe('busy', { status: 503, headers: { 'retry-after': '1' } })
    const all = [gone, fine, busy].map(({ subscription }) => subscription)
    expect(await send(withBrowsers(undefined, all))).toEqual({
      kind: 'sent',
      ended: [browserIdOf(gone.subscription.endpoint)],
    })
    expect(await fine.messages()).toHaveLength(1)
    // Tried once more, as the others took it.
    expect(await busy.messages()).toHaveLength(2)
  })

  it('waits as long as a push service asks for', async () => {
    const service = await openPushService()
    const busy = service.subscribe('busy', { status: 429, headers: { 'retry-after': '90' } })
    const gone = service.subscribe('gone', { status: 404 })
    const both = [gone.subscription, busy.subscription]
    expect(await send(withBrowsers(undefined, both))).toEqual({
      kind: 'trouble',
      error: `The push service ${new URL(service.origin).host} answered 429.`,
      retryAfterMs: 90_000,
      ended: [browserIdOf(gone.subscription.endpoint)],
    })
    expect(await busy.messages()).toHaveLength(1)
  })

  it.each([400, 403, 413])('ends where a push service says %i', async (status) => {
    const service = await openPushService()
    const { subscription } = service.subscribe('no', { status })
    expect(await send(withBrowsers(undefined, [subscription]))).toMatchObject({
      kind: 'refused',
      error: expect.stringContaining(`answered ${status}`),
    })
  })

  it('says so where none is left', async () => {
    const service = await openPushService()
    const { subscription } = service.subscribe('gone')
    const id = browserIdOf(subscription.endpoint)
    const address = withEnded(withBrowsers(undefined, [subscription]), [id], new Date(nowMs))
    expect(await send(address)).toMatchObject({
      kind: 'refused',
      error: expect.stringContaining('No browser of the contact takes notifications'),
    })
  })

  it('goes nowhere that no request may go', async () => {
    const service = await openPushService()
    const { subscription } = service.subscribe('inside')
    const endpoint = 'https://10.0.0.1/push'
    const outcome = await send(withBrowsers(undefined, [{ ...subscription, endpoint }]))
    expect(outcome).toMatchObject({ kind: 'refused', error: expect.stringContaining('private') })
  })

  it('says which key is missing where the own one cannot be opened', async () => {
    const service = await openPushService()
    const address = withBrowsers(undefined, [service.subscribe('one').subscription])
    const closed = { ...parts.push, keys: () => Promise.reject(new Error('sealed')) }
    const outcome = await sendToBrowsers(address, aMessage(), delivery, { ...parts, push: closed })
    expect(outcome).toMatchObject({
      kind: 'refused',
      error: expect.stringContaining('SIGHTLINE_SECRET_KEY'),
    })
  })

  const refused: Outcome = { kind: 'refused', error: 'No.' }
  const over: Outcome = { kind: 'refused', error: 'Over.', ended: ['brw_1'] }
  const trouble: Outcome = { kind: 'trouble', error: 'Later.', retryAfterMs: null }
  it.each([
    [[refused, trouble], trouble],
    [[trouble, { kind: 'sent' }], { kind: 'sent' }],
    [[over, refused], { ...refused, ended: ['brw_1'] }],
    [[over], over],
  ] as const)('that came to %j came to %j', (outcomes, all) => {
    expect(outcomeOf(outcomes)).toEqual(all)
  })
})

const aBrowser = (name: string, endpoint: string) => ({
  name,
  endpoint,
  keys: { p256dh: keys.publicKey, auth: EXAMPLE.auth },
})

describe('the browsers of a contact', () => {
  const first = aBrowser('First', 'https://push.example/1')
  const second = aBrowser('Second', 'https://push.example/2')
  const id = browserIdOf(first.endpoint)

  it('are each there once, under the name they were given last', () => {
    const both = withBrowsers(withBrowsers(undefined, [first]), [second])
    const renamed = withBrowsers(both, [{ ...first, name: 'Phone' }])
    expect(renamed.browsers.map(({ name }) => name)).toEqual(['Phone', 'Second'])
    expect(renamed.browsers[0]?.id).toMatch(/^brw_[\w-]{20}$/)
  })

  it('go one by one, until there is none', () => {
    const both = withBrowsers(undefined, [first, second])
    const one = withoutBrowser(both, id)
    expect(one?.browsers.map(({ name }) => name)).toEqual(['Second'])
    expect(one?.subscriptions).not.toContain(first.endpoint)
    expect(one && withoutBrowser(one, browserIdOf(second.endpoint))).toBeNull()
  })

  it('stay in sight when they are over, without what could be sent with, and can come back', () => {
    const ended = withEnded(withBrowsers(undefined, [first]), [id], new Date(nowMs))
    expect(ended).toEqual({
      browsers: [{ id, name: 'First', endedAt: '2026-03-10T12:00:00.000Z' }],
      subscriptions: null,
    })
    expect(withBrowsers(ended, [first]).browsers[0]?.endedAt).toBeNull()
  })
})

describe('a subscription', () => {
  const good = aBrowser('Chrome on Linux', 'https://push.example/1?a=b')

  it('is taken as a browser gives it', () => {
    expect(Browser.safeParse(good).success).toBe(true)
  })

  // The same length, and not on the curve.
  const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
  it.each([
    { ...good, endpoint: 'http://push.example/1' },
    { ...good, endpoint: 'https://user:password@push.example/1' },
    { ...good, endpoint: `https://push.example/${'x'.repeat(1_024)}` },
    { ...good, name: '' },
    { ...good, expirationTime: null },
    { ...good, keys: { ...good.keys, p256dh: offCurve } },
    { ...good, keys: { ...good.keys, p256dh: good.keys.p256dh.slice(0, -1) } },
    { ...good, keys: { ...good.keys, auth: 'short' } },
    { ...good, keys: { p256dh: good.keys.p256dh } },
  ])('is refused as %j', (sent) => {
    expect(Browser.safeParse(sent).success).toBe(false)
  })
})
