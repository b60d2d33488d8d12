/** The cookies of one check, from hop to hop. They go to the very host that set them, over any port. */
export interface CookieJar {
  /** Hears the Set-Cookie headers of an answer. */
  readonly take: (setCookies: readonly string[], url: URL) => void
  /** The Cookie header for an address; null when there is none to send.
   *  @param own the monitor's own Cookie header, which the jar's cookies join */
  readonly header: (url: URL, own: string | undefined) => string | null
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly host: string
  readonly path: string
  readonly isSecure: boolean
}

const MAX_COOKIES = 50
/** Name, value and attributes together. Source: RFC 6265, section 6.1 */
const MAX_COOKIE_LENGTH = 4_096

/** Source: RFC 6265, section 5.1.4 */
function defaultPath({ pathname }: URL): string {
  const end = pathname.lastIndexOf('/')
  return end <= 0 ? '/' : pathname.slice(0, end)
}

function isWithin(pathname: string, path: string): boolean {
  if (!pathname.startsWith(path)) return false
  return pathname.length === path.length || path.endsWith('/') || pathname[path.length] === '/'
}

/** What has no time of day and no name of a month is no date, and as if it was not there: of "0" and "-1" Node would make
 *  years that are over. Source: RFC 6265, section 5.1.1 */
const COOKIE_DATE = /^(?=.*\d:\d)(?=.*[a-z]{3})/i

/** Whether a cookie is taken back by its own attributes; Max-Age wins over Expires. */
function isOver(attributes: ReadonlyMap<string, string>): boolean {
  const maxAge = attributes.get('max-age') ?? ''
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0
  const expires = attributes.get('expires') ?? ''
  return COOKIE_DATE.test(expires) && Date.parse(expires) <= Date.now()
}

function parseCookie(text: string, url: URL): { cookie: Cookie; isOver: boolean } | null {
  // oxlint-disable-next-line no-control-regex
  if (text.length > MAX_COOKIE_LENGTH || /[\u0000-\u0008\u000a-\u001f\u007f]/.test(text))
    return null
  const [pair = '', ...rest] = text.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, Math.max(0, at)).trim()
  if (name === '') return null
  const attributes = new Map<string, string>()
  for (const each of rest) {
    const [key = '', ...value] = each.split('=')
    attributes.set(key.trim().toLowerCase(), value.join('=').trim())
  }
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase() ?? ''
  const host = url.hostname
  if (domain !== '' && host !== domain && !host.endsWith(`.${domain}`)) return null
  const isSecure = attributes.has('secure')
  if (isSecure && url.protocol !== 'https:') return null
  const named = attributes.get('path') ?? ''
  const path = named.startsWith('/') ? named : defaultPath(url)
  const value = pair.slice(at + 1).trim()
  return { cookie: { name, value, host, path, isSecure }, isOver: isOver(attributes) }
}

/** A jar as browsers keep one, with one difference: a cookie for all of a domain stays with the host
 *  that set it, as telling a domain from a public suffix takes a list that changes every week.
 *  Source: RFC 6265, section 5 */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>()

  return {
    take(setCookies, url) {
      for (const text of setCookies) {
        const parsed = parseCookie(text, url)
        if (parsed === null) continue
        const { name, host, path } = parsed.cookie
        const key = JSON.stringify([name, host, path])
        if (parsed.isOver) cookies.delete(key)
        else if (cookies.has(key) || cookies.size < MAX_COOKIES) cookies.set(key, parsed.cookie)
      }
    },
    header(url, own) {
      if (cookies.size === 0) return own ?? null
      const sent = [...cookies.values()]
        .filter(
          ({ host, path, isSecure }) =>
            host === url.hostname &&
            isWithin(url.pathname, path) &&
            (!isSecure || url.protocol === 'https:'),
        )
        .toSorted((a, b) => b.path.length - a.path.length)
      if (sent.length === 0) return own ?? null
      const names = new Set(sent.map(({ name }) => name))
      // What a server sets takes the place of what the monitor began with.
      const kept = (own ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0]?.trim() ?? ''))
      return [...kept, ...sent.map(({ name, value }) => `${name}=${value}`)].join('; ')
    },
  }
}
