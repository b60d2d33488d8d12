import type { AlertView } from '../../controller/src/alerting/delivery/read-alerts.ts'
import type { AlertedMonitor, AlertingTest } from './alerting.ts'
import { openAlertingTest } from './alerting.ts'
import type { MailCatcher } from './mail-catcher.ts'
import { catchMail } from './mail-catcher.ts'

/** What a webhook of the tests signs with. */
export const SECRET = 'a-secret-of-the-webhook'

/** Alerting over loopback addresses, mails to a catcher of its own. */
export interface DeliveryTest extends AlertingTest {
  readonly mail: MailCatcher
  /** The alert that was planned last. */
  readonly latest: () => Promise<AlertView | undefined>
  /** A monitor whose alerts go to a contact, and the contact. */
  readonly watchedBy: (
    addresses: Parameters<AlertingTest['addContact']>[0],
  ) => Promise<{ contactId: string; monitor: AlertedMonitor }>
}

/** Opens it; the mail catcher ends with the test, the rest by `close`. */
export async function openDeliveryTest(): Promise<DeliveryTest> {
  const mail = await catchMail()
  const test = await openAlertingTest({ smtpUrl: mail.url, allow: '127.0.0.1/32' })
  return {
    ...test,
    mail,
    latest: async () => (await test.alerts()).at(-1),
    async watchedBy(addresses) {
      const contactId = await test.addContact(addresses, 'On call')
      const monitor = await test.addMonitor({ alerts: { contactIds: [contactId] } })
      return { contactId, monitor }
    },
  }
}
