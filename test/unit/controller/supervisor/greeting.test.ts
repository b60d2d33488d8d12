import { describe, expect, test } from 'vitest'
import { reachNote } from '../../../../controller/src/alerting/contacts/reach-note.ts'
import { greeting } from '../../../../controller/src/supervisor/greeting.ts'

const FIRST_RUN = {
  url: 'http://127.0.0.1:8080',
  signUpUrl: 'http://127.0.0.1:8080/sign-up?token=abc',
  signUpExpiresAt: '2026-03-11T12:00:00.000Z',
  apiKey: 'sl_live_abc',
}
const FIRST = { firstRun: FIRST_RUN, isNew: false, isKeyInForce: true, isLinkMissing: false }

const greet = (
  first: Parameters<typeof greeting>[0]['first'],
  alertsNote: string | null = null,
): string =>
  greeting({
    url: FIRST_RUN.url,
    seconds: 2,
    first,
    firstRunFile: 'data/first-run.json',
    agents: ['local'],
    grpc: '127.0.0.1:50051',
    logFolder: 'data/logs',
    alertsNote,
  })

describe('the greeting', () => {
  test('says until when the sign-up link works, and what makes another', () => {
    const told = greet({ ...FIRST, isNew: true })
    expect(told).toContain(FIRST_RUN.signUpUrl)
    expect(told).toContain('works once, until 2026-03-11 12:00 UTC')
    expect(told).toContain('npm run cli -- sign-up-link makes another')
    expect(told).toContain("-H 'X-API-Key: sl_live_abc'")
  })

  test('says what to do when the link is over and the owner has no account', () => {
    const firstRun = { ...FIRST_RUN, signUpUrl: null, signUpExpiresAt: null }
    const told = greet({ ...FIRST, firstRun, isLinkMissing: true })
    expect(told).toContain('no account yet: npm run cli -- sign-up-link')
    expect(told).not.toContain('token=')
  })

  test('says when alerts reach nobody', () => {
    const note = reachNote({ unheard: 0, hasMonitors: false, canMail: false, hasOwner: false })
    expect(greet(FIRST, note)).toContain('Alerts reach nobody yet: set SMTP_URL')
    expect(greet(FIRST)).not.toContain('nobody')
  })

  test('points to the first key only while it works', () => {
    const HINT = 'The first API key is in data/first-run.json'
    expect(greet(FIRST)).toContain(HINT)
    expect(greet({ ...FIRST, isKeyInForce: false })).not.toContain(HINT)
    expect(greet(null)).not.toContain('API key')
  })
})
