import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookiesOf } from './cookies.ts'
import type { SignInSecret } from './sign-in-secrets.ts'

/** What every cookie of signing in begins with. */
export const COOKIE_PREFIX = 'sightline'
/** Name of the session's cookie; where browsers come by https alone there is something before it. */
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`
/** Browsers take a cookie of this name over https alone. */
const SECURE_NAME = `__Secure-${SESSION_COOKIE}`

/** How long a session lasts after it was last extended. */
export const SESSION_SECONDS = 30 * 86_400

/** Longer than any cookie that is a session's. */
const MAX_VALUE_LENGTH = 300

/** The session cookie as better-auth writes it: "token.signature", the signature an HMAC-SHA256 in base64. Read here
 *  because every request of the app has one, and to be sure of it takes no library and no database. */
export interface SessionCookies {
  /** The token of a cookie that was signed here; null: there is none. */
  readonly read: (header: string | undefined) => string | null
  /** The header with the session's cookie alone under the name that is meant, signed with the present secret. */
  readonly rewrite: (header: string | undefined, isSecure: boolean) => string
  /** A Set-Cookie that keeps the session for its whole time. */
  readonly write: (token: string, isSecure: boolean) => string
}

/** @param secrets those of the installation at this moment, the one that signs first */
export function createSessionCookies(secrets: () => readonly SignInSecret[]): SessionCookies {
  const sign = (token: string, { value }: SignInSecret): string =>
    createHmac('sha256', value).update(token, 'utf8').digest('base64')

  function isSigned(token: string, signature: string): boolean {
    const given = Buffer.from(signature)
    return secrets().some((secret) => {
      const expected = Buffer.from(sign(token, secret))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }

  function tokenOf(text: string | undefined): string | null {
    if (text === undefined || text.length > MAX_VALUE_LENGTH) return null
    const value = decoded(text)
    const dot = value.lastIndexOf('.')
    const token = value.slice(0, Math.max(0, dot))
    return token !== '' && isSigned(token, value.slice(dot + 1)) ? token : null
  }

  const signed = (token: string, isSecure: boolean): string => {
    const [present] = secrets()
    if (present === undefined) throw new Error('there is no secret to sign with')
    const name = isSecure ? SECURE_NAME : SESSION_COOKIE
    return `${name}=${encodeURIComponent(`${token}.${sign(token, present)}`)}`
  }

  function read(header: string | undefined): string | null {
    if (header === undefined || !header.includes(SESSION_COOKIE)) return null
    const cookies = cookiesOf(header)
    return tokenOf(cookies.get(SECURE_NAME)) ?? tokenOf(cookies.get(SESSION_COOKIE))
  }

  return {
    read,
    rewrite(header, isSecure) {
      const token = read(header)
      const others = [...cookiesOf(header ?? '')].filter(
        ([name]) => name !== SESSION_COOKIE && name !== SECURE_NAME,
      )
      const rest = others.map(([name, value]) => `${name}=${value}`)
      return [...(token === null ? [] : [signed(token, isSecure)]), ...rest].join('; ')
    },
    write: (token, isSecure) =>
      `${signed(token, isSecure)}; Max-Age=${SESSION_SECONDS}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
