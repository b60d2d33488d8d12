import { expect, test } from 'vitest'
import { createAuthorization } from '../../../../agent/src/http/authorization.ts'

const auth = { kind: 'digest', username: 'me', password: 'pass', token: null } as const

test('a line break in a credential begins no header of its own', () => {
  const bearer = createAuthorization({ ...auth, kind: 'bearer', token: 'a\r\nX-Injected: 1' })
  expect(bearer.next('GET')?.('/')).toBe('Bearer a X-Injected: 1')
  const digest = createAuthorization({ ...auth, username: 'a\r\nX-Injected: 1' })
  expect(digest.challenged('Digest realm="r", nonce="n"')).toBe(true)
  expect(digest.next('GET')?.('/')).not.toMatch(/[\r\n]/)
})

test('digest credentials are not sent before they are asked for', () => {
  const digest = createAuthorization(auth)
  expect(digest.next('GET')).toBeNull()
  expect(digest.challenged(undefined)).toBe(false)
})
