import { afterEach, expect, it } from 'vitest'
import { addConfirmation } from '../../../../controller/src/alerting/contacts/confirm-contact-job.ts'
import { confirmAddress } from '../../../../controller/src/alerting/contacts/confirm-address.ts'
import { admitSending } from '../../../../controller/src/alerting/contacts/sending-limits.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import type { MailCatcher } from '../../../helpers/mail-catcher.ts'
import { catchMail } from '../../../helpers/mail-catcher.ts'
import { mailedLink } from '../../../helpers/mailed-link.ts'
import { insertWorkspace } from '../../../helpers/rows.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

let test: AlertingTest | undefined
afterEach(async () => {
  await test?.close()
  test = undefined
})

it('keeps alerts back from an address until it is confirmed, and from nothing else of the contact', async () => {
  const mail = await catchMail()
  const receiver = await receiveWebhooks((response) => response.writeHead(200).end())
  test = await openAlertingTest({
    smtpUrl: mail.url,
    allow: '127.0.0.1/32',
    confirmsOwnContacts: true,
  })
  const contactId = await test.addContact({
    email: { email: 'on@example.com' },
    webhook: { url: receiver.url, secret: 'a-secret-of-the-webhook' },
  })
  const monitor = await test.addMonitor({ alerts: { contactIds: [contactId] } })
  const outageId = await test.goDown(monitor)
  await test.run(['planAlerts', 'deliverAlert'])
  expect(mail.mails).toEqual([])
  expect(receiver.requests).toHaveLength(1)
  expect(await test.alerts()).toMatchObject([
    { channel: 'email', state: 'suppressed', suppressedBy: 'unconfirmed' },
    { channel: 'webhook', state: 'sent', suppressedBy: null },
  ])
  await test.comeUp(monitor, outageId)

  // The mail server is out of order for a while.
  mail.reaction = { data: 451 }
  await addConfirmation(test.db, test.workspaceId, contactId, test.clock.nowMs)
  await test.run(['confirmContact'])
  expect(mail.mails).toEqual([])
  mail.reaction = 'accept'
  await test.pass(1)
  const link = mailedLink(mail)
  expect(link.origin).toBe('https://monitor.example.com')
  const token = link.searchParams.get('token') ?? ''
  const confirmed = await confirmAddress(test.db, token, new Date(test.clock.nowMs))
  expect(confirmed).toEqual({ state: 'confirmed', email: 'on@example.com' })

  const sent = mail.mails.length
  await test.goDown(monitor)
  await test.run(['planAlerts', 'deliverAlert'])
  expect(mail.mails.slice(sent).map(({ to }) => to)).toEqual([['on@example.com']])
})

it('tells the owner where nobody else could be told', async () => {
  const mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url, confirmsOwnContacts: true })
  const contactId = await test.addContact({ email: { email: 'on@example.com' } })
  await test.goDown(await test.addMonitor({ alerts: { contactIds: [contactId] } }))
  await test.run(['planAlerts', 'deliverAlert'])
  expect(await test.alerts()).toMatchObject([
    { recipient: { type: 'member', id: test.ownerId }, state: 'sent' },
    { recipient: { type: 'contact' }, state: 'suppressed', suppressedBy: 'unconfirmed' },
  ])
  expect(mail.mails.map(({ to }) => to)).toEqual([['owner@example.com']])
})

/** Mails of the address that is to be confirmed: the owner is told meanwhile. */
const told = (mail: MailCatcher): string[] =>
  mail.mails
    .filter(({ to }) => to.includes('on@example.com'))
    .map(({ headers }) => headers.get('subject') ?? '')

async function followLink(
  alerting: AlertingTest,
  mail: MailCatcher,
  contactId: string,
): Promise<string> {
  const { db, workspaceId, clock } = alerting
  await addConfirmation(db, workspaceId, contactId, clock.nowMs)
  await alerting.run(['confirmContact'])
  const token = mailedLink(mail).searchParams.get('token') ?? ''
  await confirmAddress(db, token, new Date(clock.nowMs))
  return token
}

it('tells of an outage that lasts once the address is confirmed, once, and of its end', async () => {
  const mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url, confirmsOwnContacts: true })
  const contactId = await test.addContact({ email: { email: 'on@example.com' } })
  const monitor = await test.addMonitor({ alerts: { contactIds: [contactId], repeatMinutes: 5 } })
  const outageId = await test.goDown(monitor)
  await test.pass(12)
  expect(told(mail)).toEqual([])

  const token = await followLink(test, mail, contactId)
  const links = told(mail).length
  await test.run()
  expect(told(mail).slice(links)).toEqual(['[Sightline] [Down] Home page'])
  await confirmAddress(test.db, token, new Date(test.clock.nowMs))
  await test.run()
  expect(told(mail)).toHaveLength(links + 1)

  await test.comeUp(monitor, outageId)
  await test.run()
  expect(told(mail).slice(links)).toEqual([
    '[Sightline] [Down] Home page',
    '[Sightline] [Up again] Home page',
  ])
})

it('tells nothing of an outage that was over before the address was confirmed', async () => {
  const mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url, confirmsOwnContacts: true })
  const contactId = await test.addContact({ email: { email: 'on@example.com' } })
  const monitor = await test.addMonitor({ alerts: { contactIds: [contactId] } })
  const outageId = await test.goDown(monitor)
  await test.run(['planAlerts', 'deliverAlert'])
  await test.comeUp(monitor, outageId)
  await test.run(['planAlerts', 'deliverAlert'])
  await followLink(test, mail, contactId)
  const links = told(mail).length
  await test.run()
  expect(told(mail)).toHaveLength(links)
})

it('mails no link where none is asked for, nor to a contact that is gone', async () => {
  const mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url })
  const contactId = await test.addContact({ email: { email: 'on@example.com' } })
  await addConfirmation(test.db, test.workspaceId, contactId, test.clock.nowMs)
  await addConfirmation(test.db, test.workspaceId, 'ctc_gone', test.clock.nowMs)
  await test.run(['confirmContact'])
  expect(mail.mails).toEqual([])
})

it('mails a link that met the limit as soon as that allows', async () => {
  const mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url, confirmsOwnContacts: true })
  const contactId = await test.addContact({ email: { email: 'on@example.com' } })
  for (let n = 0; n < 4; n += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await addConfirmation(test.db, test.workspaceId, contactId, test.clock.nowMs)
    // oxlint-disable-next-line no-await-in-loop
    await test.run(['confirmContact'])
  }
  expect(mail.mails).toHaveLength(3)
  await test.pass(59)
  expect(mail.mails).toHaveLength(3)
  await test.pass(1)
  expect(mail.mails).toHaveLength(4)
})

it('mails a link whatever other workspaces mailed to the address', async () => {
  const mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url, confirmsOwnContacts: true })
  const { db, clock } = test
  const subject = 'on@example.com'
  const others = [await insertWorkspace(db), await insertWorkspace(db)]
  for (const workspaceId of others) {
    for (let n = 0; n < 5; n += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await admitSending(db, { workspaceId, kind: 'confirmation', subject }, clock.nowMs)
    }
  }
  const contactId = await test.addContact({ email: { email: subject } })
  await addConfirmation(db, test.workspaceId, contactId, clock.nowMs)
  await test.run(['confirmContact'])
  expect(mail.mails).toHaveLength(1)
})
