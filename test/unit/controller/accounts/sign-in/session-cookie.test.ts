import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSessionCookies } from '../../../../../controller/src/accounts/sign-in/session-cookie.ts'
import { createSignInSecrets } from '../../../../../controller/src/accounts/sign-in/sign-in-secrets.ts'
import { fixedKeys } from '../../../../../controller/src/secrets/secret-keys.ts'

const [OLD, NEW, OTHER] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const cookiesOf = (...keys: Buffer[]) => createSessionCookies(createSignInSecrets(fixedKeys(keys)))
const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? ''

it('a cookie is read by whoever has the key it was signed with, after a rotation too', () => {
  const cookie = pairOf(cookiesOf(OLD).write('token', false))
  expect(cookiesOf(OLD).read(cookie)).toBe('token')
  expect(cookiesOf(NEW, OLD).read(`theme=dark; ${cookie}`)).toBe('token')
  expect(cookiesOf(OTHER).read(cookie)).toBeNull()
  const rewritten = cookiesOf(NEW, OLD).rewrite(`theme=dark; ${cookie}`, true)
  expect(rewritten).toMatch(/^__Secure-sightline\.session_token=token\.[^;]+; theme=dark$/)
  expect(cookiesOf(NEW).read(rewritten)).toBe('token')
})

it.each([
  undefined,
  '',
  'sightline.session_token',
  'sightline.session_token=',
  'sightline.session_token=.',
  'sightline.session_token=token',
  'sightline.session_token=token.wrong',
  'sightline.session_token=%E0%A4%A.x',
  `sightline.session_token=${'x'.repeat(10_000)}`,
  'x'.repeat(10_000),
])('nobody is signed in by the header %j', (header) => {
  expect(cookiesOf(OLD).read(header)).toBeNull()
})

it('says what browsers need to know of it', () => {
  expect(cookiesOf(OLD).write('token', false)).toMatch(
    /; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(cookiesOf(OLD).write('token', true)).toMatch(/SameSite=Lax; Secure$/)
})
