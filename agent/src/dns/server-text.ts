import { isIP } from 'node:net'

/** Where a server is, as people write it. */
export interface ServerText {
  /** A name or an address without brackets. */
  readonly host: string
  /** null when none is named. */
  readonly port: number | null
}

/** Reads "host", "host:port", "2001:db8::1" or "[2001:db8::1]:53".
 *  @returns null when it is none of these */
export function parseServerText(text: string): ServerText | null {
  if (isIP(text) !== 0) return { host: text, port: null }
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]/\s]+))(?::(\d{1,5}))?$/.exec(text)
  const address = match?.[1]
  const host = (address ?? match?.[2] ?? '').replace(/\.$/, '')
  if (host === '' || (address !== undefined && isIP(address) !== 6)) return null
  if (match?.[3] === undefined) return { host, port: null }
  const port = Number(match[3])
  return port >= 1 && port <= 65_535 ? { host, port } : null
}
