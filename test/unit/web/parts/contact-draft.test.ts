import { describe, expect, it } from 'vitest'
import type { Contact } from '../../../../controller/web/src/data/wire.ts'
import {
  bodyOf,
  draftOf,
  isKept,
} from '../../../../controller/web/src/parts/alerting/contact-draft.ts'

const CONTACT = {
  id: 'ctc_1',
  name: 'On call',
  channels: ['email', 'slack', 'telegram'],
  email: 'oncall@example.com',
  slackUrl: '***',
  telegram: { botToken: '***', chatId: '-100' },
} as unknown as Contact
const DRAFT = draftOf(CONTACT)
const typed = (values: Readonly<Record<string, string>>) => ({
  ...DRAFT,
  values: { ...DRAFT.values, ...values },
})

describe('what is sent of a contact that is edited', () => {
  it.each([
    ['nothing', DRAFT, {}],
    ['a name', { ...DRAFT, name: 'Night shift' }, { name: 'Night shift' }],
    ['an address', typed({ email: ' night@example.com ' }), { email: 'night@example.com' }],
    ['a secret that was typed anew', typed({ slackUrl: 'https://x' }), { slackUrl: 'https://x' }],
    [
      'a part of a channel: all of it, with the secret that is kept',
      typed({ 'telegram.chatId': '-200' }),
      { telegram: { botToken: '***', chatId: '-200' } },
    ],
    [
      'a channel that was taken off',
      { ...DRAFT, channels: ['email', 'telegram'] as const },
      { slackUrl: null },
    ],
  ])('%s', (_what, draft, body) => {
    expect(bodyOf(draft, CONTACT)).toEqual(body)
  })

  it('null of a secret that is taken away, unless another was typed after all', () => {
    const contact = {
      ...CONTACT,
      channels: ['ntfy'],
      ntfyUrl: 'https://ntfy.sh/alerts',
      ntfyToken: '***',
    } as unknown as Contact
    const draft = { ...draftOf(contact), taken: ['ntfyToken'] }
    expect(bodyOf(draft, contact)).toEqual({ ntfyToken: null })
    const values = { ...draft.values, ntfyToken: 'tk_1' }
    expect(bodyOf({ ...draft, values }, contact)).toEqual({ ntfyToken: 'tk_1' })
    expect(isKept(contact, 'ntfyToken')).toBe(true)
    expect(isKept({ ...contact, ntfyToken: null }, 'ntfyToken')).toBe(false)
    expect(isKept(CONTACT, 'telegram.botToken')).toBe(true)
    expect(isKept(null, 'slackUrl')).toBe(false)
  })

  it('all of a new one', () => {
    const draft = { ...draftOf(null), name: 'New', values: { email: 'a@example.com' } }
    expect(bodyOf(draft, null)).toEqual({ name: 'New', email: 'a@example.com' })
  })

  it('what a channel cannot be without, also where nothing was typed', () => {
    const draft = { ...draftOf(null), name: 'New' }
    expect(bodyOf(draft, null)).toEqual({ name: 'New', email: '' })
    // E-mail is ticked to begin with.
    expect(bodyOf({ ...draft, channels: ['email', 'ntfy', 'pagerduty'] }, null)).toEqual({
      name: 'New',
      ntfyUrl: '',
      pagerdutyKey: '',
    })
  })
})
