import type { MonitorType } from '@sightline/shared/check-words'
import { TYPE_ORDER, TYPE_WORDS } from '../../words/settings/index.ts'

const SCHEMES: ReadonlyMap<string, MonitorType> = new Map(
  TYPE_ORDER.flatMap((type) => TYPE_WORDS[type].schemes.map((scheme) => [scheme, type])),
)

const PORTS: Readonly<Record<string, string>> = {
  25: 'smtp',
  465: 'smtps',
  587: 'smtp',
  143: 'imap',
  993: 'imaps',
  110: 'pop3',
  995: 'pop3s',
  80: 'http',
  443: 'https',
  53: 'udp',
  123: 'udp',
  161: 'udp',
}

/** What is pasted, as an address with the scheme of a type: a URL stays, host:port goes by the port, a bare name is a
 *  web page. Null when it is no address. Pure. */
export function proposeTarget(typed: string): { type: MonitorType; url: string } | null {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  const scheme = schemeOf(text)
  if (scheme !== undefined) {
    const type = SCHEMES.get(scheme.toLowerCase())
    return type === undefined ? null : { type, url: text }
  }
  const [, port] = /^[^/]+:(\d{1,5})$/.exec(text) ?? []
  if (port === undefined) return { type: 'web', url: `https://${text}` }
  const known = PORTS[port] ?? 'tcp'
  return { type: SCHEMES.get(known) ?? 'tcp', url: `${known}://${text}` }
}

/** Of an address; undefined: it has none. */
const schemeOf = (text: string): string | undefined => /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]

/** What is typed as an address of a type: one without a scheme gets the type's. Pure. */
export function targetOf(type: MonitorType, typed: string): string {
  const text = typed.trim()
  const proposed = proposeTarget(text)
  if (proposed?.type === type) return proposed.url
  return proposed === null || schemeOf(text) !== undefined
    ? typed
    : `${TYPE_WORDS[type].schemes[0]}://${text}`
}

/** The same host for another type. Pure. */
export function targetFor(type: MonitorType, url: string): string {
  const [, , rest = url] = /^([a-z0-9+.-]+):\/\/(.*)$/i.exec(url) ?? []
  const authority = rest.split('/', 1)[0] ?? ''
  const host = authority.replace(/:\d+$/, '')
  const port = /:(\d+)$/.exec(authority)?.[1]
  const needsPort = type === 'tcp' || type === 'udp'
  const shown = needsPort ? `${host}:${port ?? (type === 'udp' ? '53' : '443')}` : host
  return `${TYPE_WORDS[type].schemes[0]}://${shown}${type === 'web' ? '/' : ''}`
}
