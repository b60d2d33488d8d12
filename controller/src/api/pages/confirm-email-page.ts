import type { EmailChangeLink } from '../../accounts/email-change.ts'
import type { Html, Page } from './page.ts'
import { html } from './page.ts'

/** The page behind the link that is mailed to a new address. Following the link changes nothing: programs that look
 *  through mail follow links too. The button does. It works without scripts.
 *  @param asked.isTheirs whether the person whose account it is is signed in */
export function confirmEmailPage(
  link: EmailChangeLink,
  asked: { readonly token: string; readonly isTheirs: boolean },
): Page {
  if (link.state === 'gone') {
    return {
      title: 'This link does not work',
      body: html`<p>
        It was used, or it has expired: each works once, for an hour.
        <a href="/settings/account">Ask for a new one</a> in the settings of your account.
      </p>`,
    }
  }
  const { from, to } = link
  return {
    title: 'Confirm your new address',
    body: asked.isTheirs ? confirmForm(from, to, asked.token) : signInFirst(from, to),
  }
}

function confirmForm(from: string, to: string, token: string): Html {
  return html`<p>
      Your account has the address ${from}. From now on you sign in with
      <strong>${to}</strong>, and are told of outages there.
    </p>
    <form method="post" action="/confirm-email">
      <input type="hidden" name="token" value="${token}" />
      <button type="submit">Use ${to}</button>
    </form>`
}

function signInFirst(from: string, to: string): Html {
  return html`<p>
      Somebody whose account has the address ${from} wants it to have <strong>${to}</strong>. If
      that is you, <a href="/sign-in">sign in</a> as ${from}, then open this link again.
    </p>
    <p>If it is not, close this page: nothing changes.</p>`
}

/** What they read whose address is another. */
export function emailConfirmedPage(email: string): Page {
  return {
    title: 'Your address is changed',
    body: html`<p>
      Your account has the address <strong>${email}</strong> now.
      <a href="/settings/account">Go on to Sightline</a>.
    </p>`,
  }
}
