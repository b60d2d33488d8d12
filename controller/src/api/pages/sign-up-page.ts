import type { SignUpLinkState } from '../../accounts/sign-up.ts'
import { field } from './field.ts'
import type { Html } from './page.ts'
import { html } from './page.ts'

/** What was typed and what is wrong with it, by field. */
export interface SignUpDraft {
  readonly email: string
  readonly name: string
  readonly errors: Readonly<Partial<Record<'email' | 'name' | 'password', string>>>
}

/** Why a sign-up link cannot be used. */
export type LinkGone = Exclude<SignUpLinkState, 'usable'>

const NOTHING: Html = { html: '' }

/** The form that makes the owner's account. It works without scripts, and says each error at its field. */
export function signUpForm(
  token: string,
  expiresAt: Date,
  draft: SignUpDraft,
): { title: string; body: Html } {
  const { email, name, errors } = draft
  const hasErrors = Object.keys(errors).length > 0
  return {
    title: 'Create your account',
    body: html`<p>
        This link makes you the owner of this Sightline installation. It works once, until
        ${minuteOf(expiresAt)}.
      </p>
      ${hasErrors ? html`<p class="error" role="alert">The account was not created: see the fields below.</p>` : NOTHING}
      <form method="post" action="/sign-up">
        <input type="hidden" name="token" value="${token}" />
        ${field({ id: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username', error: errors.email })}
        ${field({ id: 'name', label: 'Name', type: 'text', value: name, autocomplete: 'name', error: errors.name })}
        ${field({ id: 'password', label: 'Password', type: 'password', value: '', autocomplete: 'new-password', error: errors.password, hint: 'At least 10 characters.' })}
        <button type="submit">Create account</button>
      </form>`,
  }
}

/** "2026-11-21 13:05 UTC" */
function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const GONE = {
  used: 'This sign-up link has been used: each works once.',
  expired: 'This sign-up link has expired: each works for 24 hours.',
  unknown: 'There is no such sign-up link. Check that the whole address was copied.',
} as const satisfies Record<LinkGone, string>

/** What a link shows that cannot be used. */
export function linkGonePage(why: LinkGone): { title: string; body: Html } {
  return {
    title: 'This link does not work',
    body: html`<p>${GONE[why]}</p>
      <p>
        While the owner has no account, the operator of this installation can make a new link with
        <code>npm run cli -- sign-up-link</code>, on the machine it runs on.
      </p>`,
  }
}

/** What the owner reads once the account is there. */
export function signedUpPage(email: string, baseUrl: string): { title: string; body: Html } {
  return {
    title: 'Your account is ready',
    body: html`<p>You are the owner of this installation, as ${email}. What you can do next:</p>
      <ol>
        <li>
          Find the API key that the first start printed; it is also in the file first-run.json of
          the data folder.
        </li>
        <li>
          Create a monitor:
          <pre>
curl ${baseUrl}/api/v1/monitors \\
  -H 'X-API-Key: YOUR_KEY' -H 'Content-Type: application/json' \\
  -d '{"url": "https://example.com"}'</pre>
        </li>
        <li>Read <a href="/docs">the description of the API</a>.</li>
      </ol>`,
  }
}
