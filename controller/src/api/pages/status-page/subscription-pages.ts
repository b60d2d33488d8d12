import type { SubscriptionLink } from '../../../status-pages/subscribers/subscribe.ts'
import type { Page } from '../page.ts'
import { html } from '../page.ts'

/** What everybody reads who asks for mails, subscribed or not: whoever asks may not be whose address it is. */
export function askedPage(): Page {
  return {
    title: 'Look into your mail',
    body: html`<p>
      Unless this address is subscribed already, a mail is on its way to it. Open the link in it
      within a day: no other mail comes before that.
    </p>`,
  }
}

export function noAddressPage(): Page {
  return {
    title: 'That is no mail address',
    body: html`<p>Go back, and type it in full, such as name@example.com.</p>`,
  }
}

/** @param why a sentence */
export function tooOftenPage(why: string): Page {
  return { title: 'Not now', body: html`<p>${why}</p>` }
}

/** The page behind the mailed link. */
export function confirmPage(token: string, link: SubscriptionLink): Page {
  switch (link.state) {
    case 'usable':
      return {
        title: 'Get mails about this page',
        body: html`<p>
            <strong>${link.email}</strong> gets a mail when something goes down, comes back, or is
            planned. Each has a link that ends them.
          </p>
          <form method="post" action="confirm">
            <input type="hidden" name="token" value="${token}" />
            <button type="submit">Get mails</button>
          </form>`,
      }
    case 'confirmed':
      return {
        title: 'You are subscribed',
        body: html`<p>
          <strong>${link.email}</strong> gets a mail when something goes down, comes back, or is
          planned.
        </p>`,
      }
    case 'full':
      return {
        title: 'Nobody more can subscribe for now',
        body: html`<p>
          This page has as many subscribers as it can have. Follow it by RSS, or use the link again
          later: it works for a day.
        </p>`,
      }
    default:
      return {
        title: 'This link does not work',
        body: html`<p>
          Each works for a day, and only the latest one does. Subscribe again to get another.
        </p>`,
      }
  }
}

/** The page behind the link of every mail. */
export function leavePage(token: string, email: string): Page {
  return {
    title: 'Get no more mails',
    body: html`<p><strong>${email}</strong> gets mails about this page.</p>
      <form method="post" action="unsubscribe">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">Unsubscribe</button>
      </form>`,
  }
}

export function leftPage(): Page {
  return {
    title: 'You are unsubscribed',
    body: html`<p>No mails about this page are sent to you.</p>`,
  }
}
