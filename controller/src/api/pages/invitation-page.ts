import type { InvitationLink } from '../../accounts/invitations.ts'
import { field } from './field.ts'
import type { Html, Page } from './page.ts'
import { html } from './page.ts'

/** What was typed, and what is wrong with it by field. */
export interface InvitationDraft {
  readonly name: string
  readonly errors: Readonly<Partial<Record<'name' | 'password', string>>>
}

const NOTHING: Html = { html: '' }

/** The page behind an invitation. It works without scripts.
 *  @param asked.isTheirs whether the person whom it is for is signed in */
export function invitationPage(
  link: InvitationLink,
  asked: { token: string; draft: InvitationDraft; isTheirs: boolean },
): Page {
  if (link.state !== 'usable')
    return { title: 'This invitation does not work', body: unusable(link) }
  return {
    title: `Join ${link.workspace}`,
    body: html`<p>
        ${link.invitedBy ?? 'Somebody'} invited <strong>${link.email}</strong> to the workspace
        ${link.workspace}, with the role ${link.role}.
      </p>
      ${link.hasAccount ? joinForm(asked) : accountForm(asked)}`,
  }
}

function joinForm({ token, isTheirs }: { token: string; isTheirs: boolean }): Html {
  if (!isTheirs) {
    return html`<p>
      There is an account of that address already: <a href="/">sign in</a> with it, then open this
      link again.
    </p>`
  }
  return html`<form method="post" action="/invitation">
    <input type="hidden" name="token" value="${token}" />
    <button type="submit">Join</button>
  </form>`
}

function accountForm({ token, draft }: { token: string; draft: InvitationDraft }): Html {
  const { name, errors } = draft
  const hasErrors = Object.keys(errors).length > 0
  return html`${hasErrors ? html`<p class="error" role="alert">The account was not created: see the fields below.</p>` : NOTHING}
    <form method="post" action="/invitation">
      <input type="hidden" name="token" value="${token}" />
      ${field({ id: 'name', label: 'Name', type: 'text', value: name, autocomplete: 'name', error: errors.name })}
      ${field({ id: 'password', label: 'Password', type: 'password', value: '', autocomplete: 'new-password', error: errors.password, hint: 'At least 10 characters.' })}
      <button type="submit">Create account and join</button>
    </form>`
}

const GONE = {
  used: 'It has been used: each works once.',
  expired: 'It has expired: each works for seven days.',
  lapsed:
    'Who made it may not invite people with that role any more: they left the workspace, or have another role there.',
  unknown: 'There is no such invitation, or it was taken back.',
} as const

function unusable({ state }: InvitationLink): Html {
  if (state === 'usable') return NOTHING
  const whom = state === 'lapsed' ? 'somebody else of the workspace' : 'whoever invited you'
  return html`<p>${GONE[state]} Ask ${whom} for a new one.</p>`
}

/** What they read who have joined. */
export function joinedPage(): Page {
  return {
    title: 'You have joined',
    body: html`<p>You are signed in. <a href="/">Go on to Sightline</a>.</p>`,
  }
}
