import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlertEvent } from '../../../../controller/src/alerting/outbox/alert-event.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import type { DeliveryTest } from '../../../helpers/delivery.ts'
import { openDeliveryTest } from '../../../helpers/delivery.ts'

let test: DeliveryTest
beforeEach(async () => {
  test = await openDeliveryTest()
})
afterEach(() => test.close())

describe('mail', () => {
  it('of one outage is one conversation: each follows the first by its id', async () => {
    const contactId = await test.addContact({ email: { email: 'on@example.com' } })
    const monitor = await test.addMonitor({ alerts: { contactIds: [contactId], repeatMinutes: 5 } })
    const outageId = await test.goDown(monitor)
    await test.pass(6)
    await test.comeUp(monitor, outageId)
    await test.run()
    const header = (name: string) => test.mail.mails.map(({ headers }) => headers.get(name))
    const [first] = header('message-id')
    expect(header('subject')).toEqual([
      '[Sightline] [Down] Home page',
      '[Sightline] [Still down] Home page',
      '[Sightline] [Up again] Home page',
    ])
    expect(header('in-reply-to')).toEqual([undefined, first, first])
    expect(header('references')).toEqual([undefined, first, first])

    await test.goDown(monitor)
    await test.run()
    expect(header('references').at(-1)).toBeUndefined()
  })

  it('about what is no outage is a conversation too, until it is over: certificates, flapping, degradation', async () => {
    const { monitor } = await test.watchedBy({ email: { email: 'on@example.com' } })
    const tell = async (event: Partial<AlertEvent> & Pick<AlertEvent, 'kind'>) => {
      await test.pass(1)
      await test.announce({ monitorId: monitor.id, ...event })
      await test.run()
    }
    const follows = () => test.mail.mails.map(({ headers }) => headers.get('in-reply-to'))
    const idOf = (index: number) => test.mail.mails[index]?.headers.get('message-id')
    const expiresAtMs = test.clock.nowMs + 86_400_000
    await tell({ kind: 'tlsExpiry', expiresAtMs, thresholdDays: 14 })
    await tell({ kind: 'tlsExpiry', expiresAtMs, thresholdDays: 7 })
    await tell({ kind: 'tlsExpiry', expiresAtMs: expiresAtMs + 1, thresholdDays: 14 })
    expect(follows()).toEqual([undefined, idOf(0), undefined])

    await tell({ kind: 'flapping' })
    await tell({ kind: 'flapping', isOver: true })
    await tell({ kind: 'flapping' })
    expect(follows().slice(3)).toEqual([undefined, idOf(3), undefined])

    await test.db.query({ text: `update monitors set alerts = alerts || '{"onDegraded": true}'` })
    await tell({ kind: 'degraded' })
    await tell({ kind: 'degraded' })
    await test.pass(8 * 1_440)
    await tell({ kind: 'degraded' })
    expect(follows().slice(6)).toEqual([undefined, idOf(6), undefined])
  })

  it("tells times in the zone of whoever has the address, else of the workspace's owner, and in UTC", async () => {
    const zones = () =>
      test.mail.mails.map(({ source }) => /Down since: .* (\S+), .* UTC/.exec(source)?.[1] ?? 'UTC')
    const own = await test.addContact({ email: { email: 'owner@example.com' } }, 'Owner')
    const other = await test.addContact({ email: { email: 'on@example.com' } }, 'Other')
    const alerts = { contactIds: [own, other] }
    await test.goDown(await test.addMonitor({ alerts }))
    await test.run()
    expect(zones()).toEqual(['UTC', 'UTC'])
    await test.db.query({ text: `update people set time_zone = 'Asia/Tokyo'` })
    await test.goDown(await test.addMonitor({ alerts }))
    await test.run()
    expect(zones().slice(2)).toEqual(['Asia/Tokyo', 'Asia/Tokyo'])
  })

  it('arrives as HTML and text, with subject, sender and the id of the delivery', async () => {
    const monitor = await test.addMonitor({ name: 'Größe <b>"Shop"</b> & Söhne' })
    await test.goDown(monitor)
    await test.run()
    const [caught] = test.mail.mails
    const alert = await test.latest()
    expect(caught).toMatchObject({ from: 'alerts@sightline.example', to: ['owner@example.com'] })
    expect(caught?.headers.get('message-id')).toBe(`<${alert?.id}@sightline.example>`)
    expect(caught?.headers.get('x-sightline-delivery')).toBe(alert?.id)
    expect(caught?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(caught?.headers.get('from')).toBe('Sightline <alerts@sightline.example>')
    expect(caught?.headers.get('content-type')).toContain('multipart/alternative')
    expect(caught?.source).toContain('Content-Type: text/plain; charset=utf-8')
    expect(caught?.source).toContain('Content-Type: text/html; charset=utf-8')
    expect(caught?.source.split('text/html')[1]).not.toContain('<b>')
    expect(alert).toMatchObject({
      state: 'sent',
      attempts: 1,
      error: null,
      nextAttemptAt: null,
      sentAt: new Date(test.clock.nowMs),
    })
  })

  it('that is not taken now is tried again with growing delays, readable all the while', async () => {
    test.mail.reaction = { rcpt: 451 }
    await test.goDown(await test.addMonitor())
    await test.run()
    expect(await test.latest()).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: 'The mail server did not take the mail: 451 No, thank you.',
      nextAttemptAt: new Date(test.clock.nowMs + 5_000),
    })
    await test.pass(1)
    expect(await test.latest()).toMatchObject({ state: 'queued', attempts: 4 })
    test.mail.reaction = 'accept'
    await test.pass(1)
    expect(await test.latest()).toMatchObject({ state: 'sent', attempts: 5, error: null })
    expect(test.mail.mails).toHaveLength(1)
  })

  it('that nobody takes for a day has failed', async () => {
    test.mail.reaction = { data: 452 }
    await test.goDown(await test.addMonitor())
    await test.pass(24 * 60)
    expect(await test.latest()).toMatchObject({ state: 'failed', nextAttemptAt: null })
    const { attempts = 0 } = (await test.latest()) ?? {}
    expect(attempts).toBeGreaterThan(20)
    await test.pass(24 * 60)
    expect((await test.latest())?.attempts).toBe(attempts)
  })

  it.each([{ rcpt: 550 }, { data: 554 }])(
    'refused for good (%j) has failed at once',
    async (no) => {
      test.mail.reaction = no
      await test.goDown(await test.addMonitor())
      await test.pass(60)
      expect(await test.latest()).toMatchObject({
        state: 'failed',
        attempts: 1,
        error: expect.stringMatching(/^The mail server refused the mail: 55\d No, thank you\.$/),
      })
    },
  )

  it('fails with what to do where there is no mail server, or the person has no address', async () => {
    const other = await openAlertingTest()
    await other.goDown(await other.addMonitor())
    await other.run()
    const [withoutServer] = await other.alerts()
    await other.close()
    expect(withoutServer).toMatchObject({ state: 'failed' })
    expect(withoutServer?.error).toContain('has to set SMTP_URL')

    const memberId = await test.addMember(null)
    await test.goDown(await test.addMonitor({ alerts: { memberIds: [memberId] } }))
    await test.run()
    expect(await test.latest()).toMatchObject({ state: 'failed' })
    expect((await test.latest())?.error).toContain('no e-mail address yet')
  })

  it('taken by a server that died before it said so comes again as the same mail', async () => {
    test.mail.reaction = 'dieAfterData'
    await test.goDown(await test.addMonitor())
    await test.run()
    expect(await test.latest()).toMatchObject({ state: 'queued', attempts: 1 })
    test.mail.reaction = 'accept'
    await test.pass(1)
    expect(await test.latest()).toMatchObject({ state: 'sent' })
    const ids = test.mail.mails.map((caught) => caught.headers.get('message-id'))
    expect(ids).toEqual([ids[0], ids[0]])
  })
})
