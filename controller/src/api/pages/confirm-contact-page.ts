import type { ConfirmationLink } from '../../alerting/contacts/confirm-address.ts'
import type { Page } from './page.ts'
import { html } from './page.ts'

/** The page behind a mailed link. Following the link confirms nothing: programs that look through mail
 *  follow links too. The button does. */
export function confirmContactPage(token: string, link: ConfirmationLink): Page {
  switch (link.state) {
    case 'usable':
      return {
        title: 'Confirm your address',
        body: html`<p>
            Somebody wants this Sightline installation to send its alerts to
            <strong>${link.email}</strong>. It sends none before you agree.
          </p>
          <form method="post" action="/confirm-contact">
            <input type="hidden" name="token" value="${token}" />
            <button type="submit">Send alerts to this address</button>
          </form>
          <p>If you do not want that, close this page: nothing more will come.</p>`,
      }
    case 'confirmed':
      return {
        title: 'Your address is confirmed',
        body: html`<p>Alerts are sent to <strong>${link.email}</strong> from now on.</p>`,
      }
    default:
      return {
        title: 'This link does not work',
        body: html`<p>${GONE[link.state]}</p>`,
      }
  }
}

const GONE = {
  expired:
    'This link has expired: each works for seven days. Ask whoever entered your address to test the alert contact in Sightline: that mails a new link.',
  changed: 'The alert contact has another address by now: this link confirms nothing any more.',
  unknown: 'There is no such link. Check that the whole address was copied.',
} as const satisfies Record<Exclude<ConfirmationLink['state'], 'usable' | 'confirmed'>, string>
