import { describe, expect, test } from 'vitest'
import { reachNote } from '../../../../controller/src/alerting/contacts/reach-note.ts'
import { greeting } from '../../../../controller/src/supervisor/greeting/greeting.ts'

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
  grpc = '127.0.0.1:50051',
  isUrlLocal = false,
): string =>
  greeting({
    url: FIRST_RUN.url,
    seconds: 2,
    first,
    firstRunFile: 'data/first-run.json',
    agents: ['local'],
    grpc,
    logFolder: 'data/logs',
    isUrlLocal,
    alertsNote,
  })

describe('the greeting', () => {
  test('says until when the sign-up link works, and what makes another', () => {
    const told = greet({ ...FIRST, isNew: true })
    expect(told).toContain(FIRST_RUN.signUpUrl)
    expect(told).toContain('works once, until 2026-03-11 12:00 UTC')
    expect(told).toContain('Another link is made by: npm run cli -- sign-up-link')
    expect(told).toContain("-H 'X-API-Key: sl_live_abc'")
  })

  test('says what to do when the link is over and the owner has no account', () => {
    const firstRun = { ...FIRST_RUN, signUpUrl: null, signUpExpiresAt: null }
    const told = greet({ ...FIRST, firstRun, isLinkMissing: true })
    expect(told).toContain('is made by:\n  npm run cli -- sign-up-link\n')
    expect(told).not.toContain('token=')
  })

  test('says when alerts reach nobody', () => {
    const note = reachNote({ unheard: 0, hasMonitors: false, canMail: false, hasOwner: false })
    expect(greet(FIRST, note)).toContain('Alerts reach nobody yet: set SMTP_URL')
    expect(greet(FIRST)).not.toContain('nobody')
  })

  test('says where links in mails lead while that is this machine alone', () => {
    const told = greet(FIRST, null, '127.0.0.1:50051', true).replaceAll('\n', ' ')
    expect(told).toContain('Set SIGHTLINE_PUBLIC_URL to what people use')
    expect(told).toContain(`links in mails lead to ${FIRST_RUN.url} until then.`)
    expect(greet(FIRST)).not.toContain('SIGHTLINE_PUBLIC_URL')
  })

  test('fits a terminal of 80 columns', () => {
    const note = reachNote({ unheard: 0, hasMonitors: false, canMail: false, hasOwner: false })
    const told = greet({ ...FIRST, isNew: true }, note, '127.0.0.1:50051', true)
    expect(told.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(told.replaceAll('\n', ' ')).toContain(note)
  })

  test.for([
    [
      '127.0.0.1:50051',
      'More on this machine connect to 127.0.0.1:50051; for agents elsewhere, see',
    ],
    ['[::1]:50051', 'More on this machine connect to [::1]:50051;'],
    ['0.0.0.0:50051', 'Agents elsewhere connect to port 50051 of this machine.'],
    [':::50051', 'Agents elsewhere connect to port 50051 of this machine.'],
    ['192.0.2.1:50051', 'Agents elsewhere connect to 192.0.2.1:50051.'],
  ] as const)('says of %s who connects there', ([grpc, said]) => {
    expect(greet(FIRST, null, grpc).replaceAll('\n', ' ')).toContain(said)
  })

  test('points to the first key only while it works', () => {
    const HINT = 'The first API key is in data/first-run.json'
    expect(greet(FIRST)).toContain(HINT)
    expect(greet({ ...FIRST, isKeyInForce: false })).not.toContain(HINT)
    expect(greet(null)).not.toContain('API key')
  })
})
