import type { Headers, Page } from '../../http/page.ts'
import { isHttps } from './is-https.ts'

export type SameSite = 'Strict' | 'Lax' | 'None'

/** A cookie that a site sets. */
export interface SiteCookie {
  readonly name: string
  readonly isSecure: boolean
  readonly isHttpOnly: boolean
  /** null without the attribute, and where it is none that browsers know. */
  readonly sameSite: SameSite | null
  readonly hasUnknownSameSite: boolean
  /** Why browsers do not keep it; null when they do. */
  readonly problem: string | null
}

const MAX_COOKIES = 200
/** Source: RFC 6265, section 6.1 */
const MAX_COOKIE_LENGTH = 4_096

const SAME_SITE: Readonly<Record<string, SameSite | undefined>> = {
  strict: 'Strict',
  lax: 'Lax',
  none: 'None',
}

function attributesOf(parts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    parts.map((part) => {
      const [key = '', ...value] = part.split('=')
      return [key.trim().toLowerCase(), value.join('=').trim()]
    }),
  )
}

/** Whether its own attributes take a cookie back; Max-Age wins over Expires. */
function isTakenBack(attributes: ReadonlyMap<string, string>, nowMs: number): boolean {
  const maxAge = attributes.get('max-age') ?? ''
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0
  return Date.parse(attributes.get('expires') ?? '') <= nowMs
}

/** Why browsers drop a cookie, in a sentence; null where they keep it.
 *  Source: RFC 6265bis, sections 4.1.3 and 5.7 */
function problemOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
  isOverHttps: boolean,
): string | null {
  const prefix = /^__(?:host|secure)-/i.exec(name)?.[0].toLowerCase()
  const isNone = attributes.get('samesite')?.toLowerCase() === 'none'
  if (!attributes.has('secure')) {
    if (prefix !== undefined) return 'A name with this prefix needs the attribute Secure.'
    return isNone ? 'SameSite=None needs the attribute Secure.' : null
  }
  if (!isOverHttps) return 'It is marked Secure, but was set over http.'
  if (prefix !== '__host-') return null
  if (attributes.get('path') !== '/') return 'A name with __Host- needs the attribute Path=/.'
  const isForDomain = (attributes.get('domain') ?? '') !== ''
  return isForDomain ? 'A name with __Host- cannot have the attribute Domain.' : null
}

function readCookie(text: string, isOverHttps: boolean, nowMs: number) {
  const [pair = '', ...parts] = text.slice(0, MAX_COOKIE_LENGTH).split(';')
  const name = pair.slice(0, Math.max(0, pair.indexOf('='))).trim()
  if (name === '') return null
  const attributes = attributesOf(parts)
  const sameSite = attributes.get('samesite')
  const known = SAME_SITE[sameSite?.toLowerCase() ?? ''] ?? null
  const cookie: SiteCookie = {
    name,
    isSecure: attributes.has('secure'),
    isHttpOnly: attributes.has('httponly'),
    sameSite: known,
    hasUnknownSameSite: sameSite !== undefined && known === null,
    problem: problemOf(name, attributes, isOverHttps),
  }
  const key = [name, attributes.get('domain') ?? '', attributes.get('path') ?? ''].join(';')
  return { cookie, key, isOver: isTakenBack(attributes, nowMs) }
}

/** Set-Cookie fields, which cannot be joined. Source: RFC 9110, section 5.3 */
function setCookies(headers: Headers): readonly string[] {
  const fields = headers['set-cookie'] ?? []
  return typeof fields === 'string' ? [fields] : fields.slice(0, MAX_COOKIES)
}

/** The cookies that a page and the redirects to it leave behind, in the order they were first set.
 *  Source: RFC 6265bis, section 5 */
export function readCookies({ hops, url, headers }: Page, nowMs: number): readonly SiteCookie[] {
  const kept = new Map<string, SiteCookie>()
  for (const answer of [...hops, { url, headers }]) {
    const host = URL.parse(answer.url)?.hostname ?? ''
    for (const text of setCookies(answer.headers)) {
      const read = readCookie(text, isHttps(answer.url), nowMs)
      if (read === null) continue
      const key = `${host};${read.key}`
      if (read.isOver) kept.delete(key)
      else if (kept.has(key) || kept.size < MAX_COOKIES) kept.set(key, read.cookie)
    }
  }
  return [...kept.values()]
}
