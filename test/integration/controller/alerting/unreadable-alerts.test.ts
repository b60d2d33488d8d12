import { afterEach, beforeEach, expect, it } from 'vitest'
import { reviewAlerts } from '../../../../controller/src/alerting/watch/review-alerts.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import type { MailCatcher } from '../../../helpers/mail-catcher.ts'
import { catchMail } from '../../../helpers/mail-catcher.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

const HOUR_MINUTES = 60

let mail: MailCatcher
let test: AlertingTest
beforeEach(async () => {
  mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url, allow: '127.0.0.1/32' })
})
afterEach(() => test.close())

const subjects = () => mail.mails.map((caught) => caught.headers.get('subject'))

async function goDown(names: readonly string[], alerts: object = {}): Promise<void> {
  for (const name of names) await test.goDown(await test.addMonitor({ name, alerts }))
  await test.run(['planAlerts'])
}

/** Has the alert about a monitor be one of a newer version. */
async function makeUnreadable(name: string): Promise<void> {
  await test.db.query(
    {
      text: `update alerts set message = message || '{"kind": "ofTomorrow", "isResolved": "partly"}'
        where monitor_name = $1`,
    },
    [name],
  )
}

async function makeReadable(): Promise<void> {
  await test.db.query({
    text: `update alerts set message = message || '{"kind": "down", "isResolved": false}'`,
  })
}

/** Lets time pass with everything that is due in it, and reviews on the way. */
async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 10) {
    await test.pass(10)
    await reviewAlerts(test.parts)
  }
  await test.run()
}

const stateOf = async (name: string) =>
  (await test.alerts()).find(({ monitorName }) => monitorName === name)

const UNREADABLE = expect.stringContaining('cannot be read')

it('an alert that cannot be read has failed after an hour, and says why', async () => {
  await goDown(['Shop'])
  await makeUnreadable('Shop')
  await test.run(['deliverAlert'])
  expect(await stateOf('Shop')).toMatchObject({ state: 'queued', error: UNREADABLE })
  await pass(2 * HOUR_MINUTES)
  expect(await stateOf('Shop')).toMatchObject({ state: 'failed', error: UNREADABLE })
  const { attempts = 0 } = (await stateOf('Shop')) ?? {}
  expect(attempts).toBeLessThan(15)
  expect(mail.mails).toEqual([])
})

it('an alert that cannot be read is sent once a controller can, with its own id', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `Shop ${n}`)
  await goDown(names)
  await makeUnreadable('Shop 5')
  await test.run(['deliverAlert'])
  expect(subjects()).toEqual(['[Sightline] 11 alerts: 11 down'])
  await makeReadable()
  await pass(10)
  expect(subjects().slice(1)).toEqual(['[Sightline] [Down] Shop 5'])
  const ids = mail.mails.map((caught) => caught.headers.get('x-sightline-delivery'))
  expect(new Set(ids).size).toBe(2)
})

it('an alert that cannot be read keeps none to the same receiver, and is no trouble of its', async () => {
  const receiver = await receiveWebhooks()
  const contactId = await test.addContact({ webhook: { url: receiver.url, secret: 'secret' } })
  await goDown(['First', 'Second', 'Third', 'Fourth'], { contactIds: [contactId] })
  await makeUnreadable('First')
  await makeUnreadable('Third')
  await test.run(['deliverAlert'])
  expect(receiver.requests).toHaveLength(2)
  const { rows } = await test.db.query({ text: 'select from failing_destinations' })
  expect(rows).toEqual([])
})

it('an alert on a channel that only a newer version knows fails too, and keeps no others', async () => {
  await goDown(['Shop', 'Other'])
  await test.db.query({
    text: `update alerts set channel = 'pigeon' where monitor_name = 'Shop'`,
  })
  await pass(2 * HOUR_MINUTES)
  const { rows } = await test.db.query<{ state: string; error: string }>({
    text: `select state, error from alerts where monitor_name = 'Shop'`,
  })
  expect(rows).toEqual([{ state: 'failed', error: UNREADABLE }])
  expect(subjects()).toEqual(['[Sightline] [Down] Other'])
})
