import { mail } from '@sightline/shared/monitor-types/mail'
import { parseMonitorUrl } from '@sightline/shared/monitor-url'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { describe, expect, it } from 'vitest'

function problemOf(url: string, settings: Record<string, unknown>): string | null {
  const complete: SettingsOf<'mail'> = mail.shape.parse(settings)
  return mail.targetProblem(parseMonitorUrl(url, 'mail'), complete)
}

const WATCHED = { tls: { minDaysLeft: 14 } }

describe('what a mail monitor asks of TLS', () => {
  it.each([WATCHED, { tls: { verify: false } }])(
    'is refused where no TLS is spoken, and nobody said so: %j',
    (settings) => {
      expect(problemOf('smtp://mx.example', settings)).toBe(
        'The field "settings.security" is missing: it must be "starttls" or "tls", as without TLS, which port 25 alone does not ask for, settings.tls has no effect, or "none" to keep that for later.',
      )
      expect(problemOf('imap://mx.example', settings)).toContain('port 143')
    },
  )

  it.each([
    ['smtp://mx.example:587', {}],
    ['smtps://mx.example', {}],
    ['smtp://mx.example', { security: 'starttls' }],
    ['smtp://mx.example', { security: 'none' }],
  ])('is taken for %s with %j', (url, settings) => {
    expect(problemOf(url, { ...settings, ...WATCHED })).toBeNull()
  })

  it.each([
    ['smtp://mx.example', WATCHED, { security: 'none', ...WATCHED }],
    ['smtp://mx.example:587', WATCHED, WATCHED],
    ['smtps://mx.example', WATCHED, WATCHED],
    ['smtp://mx.example', { security: 'starttls', ...WATCHED }, null],
    ['smtp://mx.example', { port: 465, ...WATCHED }, null],
    ['smtp://mx.example', {}, {}],
  ])('is told so in an export that it is taken: %s with %j', (url, kept, told) => {
    const spelled = mail.spelledOut(kept, parseMonitorUrl(url, 'mail'))
    expect(spelled).toEqual(told ?? kept)
    expect(problemOf(url, spelled)).toBeNull()
  })
})
