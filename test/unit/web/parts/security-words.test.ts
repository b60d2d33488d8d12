import { expect, test } from 'vitest'
import {
  certificateWords,
  cookieFaults,
} from '../../../../controller/web/src/parts/audit/security-words.ts'

const CERTIFICATE = {
  issuer: 'Example CA',
  subject: 'example.com',
  validTo: '2027-02-01T00:00:00.000Z',
  daysLeft: 71,
  problem: null,
}

test.each([
  [{}, { text: 'by Example CA, 71 days left', isBad: false }],
  [{ daysLeft: 1 }, { text: 'by Example CA, 1 day left', isBad: true }],
  [
    { daysLeft: -3, problem: 'certExpired' },
    { text: 'by Example CA, it ended 3 days ago, the certificate has expired', isBad: true },
  ],
  [
    { issuer: '', daysLeft: null },
    { text: '', isBad: false },
  ],
  [
    { issuer: '', daysLeft: null, problem: 'of a newer agent' },
    { text: 'browsers do not accept it', isBad: true },
  ],
])('a certificate is told with who made it and how long it lasts: %o', (known, expected) => {
  expect(certificateWords({ ...CERTIFICATE, ...known })).toEqual(expected)
})

test('over http there is no certificate', () => {
  expect(certificateWords(null)).toBeNull()
})

test('of cookies is told what is wrong with them', () => {
  const cookie = {
    name: 'a',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax' as const,
    session: false,
    problem: null,
  }
  expect(
    cookieFaults([
      cookie,
      { ...cookie, name: 'theme', httpOnly: false },
      { ...cookie, name: 'session', session: true, httpOnly: false, secure: false },
      { ...cookie, name: '__Host-x', problem: 'A name with __Host- needs the attribute Path=/.' },
    ]),
  ).toEqual([
    'session: it is sent over http too, scripts can read it',
    '__Host-x: A name with __Host- needs the attribute Path=/',
  ])
})
