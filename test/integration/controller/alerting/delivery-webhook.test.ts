import { createHmac, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecretBox } from '../../../../controller/src/secrets/secret-box.ts'
import { fixedKeys } from '../../../../controller/src/secrets/secret-keys.ts'
import type { DeliveryTest } from '../../../helpers/delivery.ts'
import { openDeliveryTest, SECRET } from '../../../helpers/delivery.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

let test: DeliveryTest
beforeEach(async () => {
  test = await openDeliveryTest()
})
afterEach(() => test.close())

describe('a webhook', () => {
  it('gets signed JSON with the same delivery id at each attempt', async () => {
    let isDown = true
    const receiver = await receiveWebhooks((response) => {
      response.statusCode = isDown ? 500 : 204
      response.end()
    })
    const { monitor } = await test.watchedBy({ webhook: { url: receiver.url, secret: SECRET } })
    const outageId = await test.goDown(monitor)
    await test.run()
    const alert = await test.latest()
    expect(alert).toMatchObject({ state: 'queued', error: 'The webhook answered 500.' })
    isDown = false
    await test.pass(1)
    expect(await test.latest()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(receiver.requests).toHaveLength(2)
    for (const { method, headers, body } of receiver.requests) {
      expect(method).toBe('POST')
      expect(headers['content-type']).toBe('application/json')
      expect(headers['x-sightline-delivery']).toBe(alert?.id)
      const timestamp = String(headers['x-sightline-timestamp'])
      const hmac = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')
      expect(headers['x-sightline-signature']).toBe(`sha256=${hmac}`)
      expect(JSON.parse(body)).toMatchObject({
        deliveryId: alert?.id,
        kind: 'down',
        severity: 'critical',
        resolved: false,
        title: 'Home page is down',
        occurredAt: '2026-03-10T12:00:00.000Z',
        monitor: { id: monitor.publicId, name: 'Home page', url: 'http://127.0.0.1/1' },
        outageId,
        cause: { code: 'connectionRefused', title: 'The connection is refused' },
        reason: 'The connection is refused.',
        regions: ['eu-west', 'us-east'],
        link: `https://monitor.example.com/outages/${outageId}`,
      })
    }
    expect(receiver.requests[1]?.headers['x-sightline-timestamp']).not.toBe(
      receiver.requests[0]?.headers['x-sightline-timestamp'],
    )
  })

  it('that redirects is not followed, wherever that leads', async () => {
    const inside = await receiveWebhooks()
    const receiver = await receiveWebhooks((response) => {
      response.writeHead(302, { location: inside.url })
      response.end()
    })
    const { monitor } = await test.watchedBy({ webhook: { url: receiver.url, secret: SECRET } })
    await test.goDown(monitor)
    await test.run()
    expect(inside.requests).toHaveLength(0)
    expect((await test.latest())?.error).toContain('a redirect (302), which is not followed')
  })

  it('that leads to a private address is refused at once', async () => {
    const { monitor } = await test.watchedBy({
      webhook: { url: 'http://127.0.0.2:9/hook', secret: SECRET },
    })
    await test.goDown(monitor)
    await test.run()
    expect(await test.latest()).toMatchObject({ state: 'failed', attempts: 1 })
    expect((await test.latest())?.error).toContain('127.0.0.2 is a loopback address')
  })

  it('that is gone (410) has failed; one that is not there (404) is tried again', async () => {
    const gone = await receiveWebhooks((response) => response.writeHead(410).end())
    const missing = await receiveWebhooks((response) => response.writeHead(404).end())
    for (const [receiver, state] of [
      [gone, 'failed'],
      [missing, 'queued'],
    ] as const) {
      const contact = { webhook: { url: receiver.url, secret: SECRET } }
      const contactId = await test.addContact(contact)
      const monitor = await test.addMonitor({ alerts: { contactIds: [contactId] } })
      await test.goDown(monitor)
      await test.run()
      expect((await test.latest())?.state).toBe(state)
    }
  })

  it('that takes it and then never comes to an end of its answer has taken it', async () => {
    const receiver = await receiveWebhooks((response) => response.writeHead(200).write('thank'))
    const { monitor } = await test.watchedBy({ webhook: { url: receiver.url, secret: SECRET } })
    await test.goDown(monitor)
    await test.run()
    expect(await test.latest()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('whose secret was stored with another key has failed, and says so', async () => {
    const receiver = await receiveWebhooks()
    const { contactId, monitor } = await test.watchedBy({
      webhook: { url: receiver.url, secret: SECRET },
    })
    await test.db.query(
      {
        text: `update contacts set addresses = jsonb_set(addresses, '{webhook,secret}', $2)
          where public_id = $1`,
      },
      [
        contactId,
        JSON.stringify(
          createSecretBox(fixedKeys([randomBytes(32)])).sealText(
            SECRET,
            { workspaceId: 1, id: contactId },
            'webhook.secret',
          ),
        ),
      ],
    )
    await test.goDown(monitor)
    await test.run()
    expect(await test.latest()).toMatchObject({ state: 'failed', attempts: 1 })
    expect((await test.latest())?.error).toContain('SIGHTLINE_SECRET_KEY')
  })

  it('that asks for time gets it', async () => {
    const receiver = await receiveWebhooks((response) =>
      response.writeHead(429, { 'retry-after': '120' }).end(),
    )
    const { monitor } = await test.watchedBy({ webhook: { url: receiver.url, secret: SECRET } })
    await test.goDown(monitor)
    await test.run()
    expect((await test.latest())?.nextAttemptAt).toEqual(new Date(test.clock.nowMs + 120_000))
  })

  it('is called at the address it has by then', async () => {
    const wrong = await receiveWebhooks((response) => response.writeHead(404).end())
    const right = await receiveWebhooks()
    const { contactId, monitor } = await test.watchedBy({
      webhook: { url: wrong.url, secret: SECRET },
    })
    await test.goDown(monitor)
    await test.run()
    await test.db.query(
      {
        text: `update contacts set addresses = jsonb_set(addresses, '{webhook,url}', to_jsonb($2::text))
          where public_id = $1`,
      },
      [contactId, right.url],
    )
    await test.pass(1)
    expect(right.requests).toHaveLength(1)
    expect((await test.latest())?.state).toBe('sent')
  })
})
