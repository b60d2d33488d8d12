import { field } from './field.ts'
import type { Html, Page } from './page.ts'
import { html } from './page.ts'

/** The form behind a mailed link that lets somebody choose another password. It works without scripts.
 *  @param error what is wrong with the password that was typed */
export function resetPasswordPage(token: string, error: string | undefined): Page {
  return {
    title: 'Choose a new password',
    body: html`<p>Every session of yours ends with it, wherever you are signed in.</p>
      <form method="post" action="/reset-password">
        <input type="hidden" name="token" value="${token}" />
        ${field({ id: 'password', label: 'New password', type: 'password', value: '', autocomplete: 'new-password', error, hint: 'At least 10 characters.' })}
        <button type="submit">Set the password</button>
      </form>`,
  }
}

/** What is shown of a link that cannot be used.
 *  @param canMail whether people can have another one mailed */
export function resetGonePage(canMail: boolean): Page {
  const another: Html = canMail
    ? html`<a href="/sign-in?forgot=yes">Have another one mailed to you</a>.`
    : html`This installation sends no mail: ask whoever runs it for another one (<code
          >npm run cli -- reset-password</code
        >).`
  return {
    title: 'This link does not work',
    body: html`<p>
        It was used, or it has expired: each works once, for an hour, and the first that is used
        ends all others.
      </p>
      <p>${another}</p>`,
  }
}

export function passwordSetPage(): Page {
  return {
    title: 'Your password is changed',
    body: html`<p><a href="/">Go to Sightline</a> and sign in with it.</p>`,
  }
}
