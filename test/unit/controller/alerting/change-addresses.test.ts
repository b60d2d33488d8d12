import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { changeAddresses } from '../../../../controller/src/alerting/contacts/change-addresses.ts'
import {
  openAddresses,
  readableAddresses,
  sealAddresses,
} from '../../../../controller/src/alerting/contacts/contact-addresses.ts'
import { fixedKeys } from '../../../../controller/src/secrets/secret-keys.ts'
import { createSecretBox } from '../../../../controller/src/secrets/secret-box.ts'

const full = {
  email: { email: 'on@example.com' },
  webhook: { url: 'https://hooks.example/a', secret: 'first-secret-0123' },
  slack: { url: 'https://slack.example/T' },
  ntfy: { url: 'https://ntfy.example/topic', token: 'tk_1' },
  telegram: { botToken: '1:abc', chatId: '-1' },
}

describe('a change of addresses', () => {
  it('leaves what was not sent, and secrets sent as "***"', () => {
    const sent = {
      webhookSecret: '***',
      slackUrl: '***',
      telegram: { botToken: '***', chatId: '-2' },
    }
    const { addresses, made } = changeAddresses(full, sent)
    expect(addresses).toEqual({ ...full, telegram: { botToken: '1:abc', chatId: '-2' } })
    expect(made).toEqual({})
  })

  it('takes a channel away with null', () => {
    const { addresses } = changeAddresses(full, { webhookUrl: null, telegram: null, email: null })
    expect(Object.keys(addresses)).toEqual(['slack', 'ntfy'])
  })

  it('keeps the service region of PagerDuty, which is the usual one unless it is said', () => {
    const { addresses } = changeAddresses({}, { pagerdutyKey: 'R1' })
    expect(addresses).toEqual({ pagerduty: { routingKey: 'R1', region: 'us' } })
    const moved = changeAddresses(addresses, { pagerdutyRegion: 'eu' }).addresses
    expect(moved.pagerduty?.region).toBe('eu')
    expect(changeAddresses(moved, { pagerdutyKey: 'R2' }).addresses.pagerduty?.region).toBe('eu')
    expect(changeAddresses(moved, { pagerdutyRegion: null }).addresses).toEqual(addresses)
  })

  it('makes a secret for a webhook without one, also anew for null', () => {
    const made = changeAddresses({}, { webhookUrl: 'https://hooks.example/' })
    expect(made.made['webhookSecret']).toMatch(/^whsec_[A-Za-z0-9_-]{32}$/)
    expect(made.addresses.webhook?.secret).toBe(made.made['webhookSecret'])
    const renewed = changeAddresses(full, { webhookSecret: null })
    expect(renewed.made['webhookSecret']).toMatch(/^whsec_/)
  })

  it.each([
    [
      'nothing is left',
      full,
      { email: null, webhookUrl: null, slackUrl: null, ntfyUrl: null, telegram: null },
      'no way to be reached',
    ],
    ['"***" stands for nothing', {}, { slackUrl: '***' }, 'The field "slackUrl" is "***"'],
    [
      'a part lacks the rest',
      {},
      { email: 'a@b.example', webhookSecret: 'x'.repeat(16) },
      'belongs to "webhookUrl"',
    ],
    [
      'a token has no topic',
      {},
      { email: 'a@b.example', ntfyToken: 'tk_1' },
      'belongs to "ntfyUrl"',
    ],
    [
      'a stored token would go to another server',
      full,
      { ntfyUrl: 'https://evil.example/topic' },
      'send "ntfyToken" anew',
    ],
    [
      'a stored token is told to go to another server',
      full,
      { ntfyUrl: 'https://evil.example/t', ntfyToken: '***' },
      'send "ntfyToken" anew',
    ],
  ])('is refused when %s', (_when, before, sent, why) => {
    expect(() => changeAddresses(before, sent)).toThrow(why)
  })

  it('may move a token to another topic of the same server', () => {
    const { addresses } = changeAddresses(full, { ntfyUrl: 'https://ntfy.example/other' })
    expect(addresses.ntfy).toEqual({ url: 'https://ntfy.example/other', token: 'tk_1' })
  })
})

describe('stored addresses', () => {
  const box = createSecretBox(fixedKeys([randomBytes(32)]))

  it('hold no secret in the clear, open again, and only in their contact', () => {
    const stored = sealAddresses(box, { workspaceId: 1, id: 'ctc_1' }, full)
    const text = JSON.stringify(stored)
    for (const secret of ['first-secret', 'slack.example', 'tk_1', '1:abc']) {
      expect(text).not.toContain(secret)
    }
    expect(openAddresses(box, { workspaceId: 1, id: 'ctc_1' }, stored)).toEqual(full)
    expect(() => openAddresses(box, { workspaceId: 1, id: 'ctc_2' }, stored)).toThrow(
      'unable to authenticate data',
    )
  })

  it('read without their secrets', () => {
    expect(readableAddresses(sealAddresses(box, { workspaceId: 1, id: 'ctc_1' }, full))).toEqual({
      email: full.email,
      webhook: { url: full.webhook.url, secret: '***' },
      slack: { url: '***' },
      ntfy: { url: full.ntfy.url, token: '***' },
      telegram: { botToken: '***', chatId: '-1' },
    })
  })
})
