import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { isNoFileLeft } from './no-file-left.ts'

const MAX_AGE_MS = 5_000
const LOOPBACK = ['127.0.0.1', '::1']

/** Addresses of each name of a hosts file, names in lower case. Source: hosts(5). */
export function parseHostsFile(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address, ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    if (address === undefined || isIP(address) === 0) continue
    for (const name of names) {
      const key = name.toLowerCase()
      const addresses = found.get(key) ?? []
      if (!addresses.includes(address)) addresses.push(address)
      found.set(key, addresses)
    }
  }
  return found
}

/** @returns null: it is to be read again */
const textWithout = (error: unknown): string | null => (isNoFileLeft(error) ? null : '')

/** The names this machine knows without asking a name server. */
export interface HostsFile {
  /** @returns null when the name is not in the file */
  readonly lookup: (name: string) => Promise<readonly string[] | null>
}

/** Reads the file again when it has changed, looking at most every 5 s. A file that cannot be read
 *  is an empty one, but for a program that can open none: what it knew holds until it can. Names under "localhost" are always loopback (RFC 6761, section 6.3). */
export function createHostsFile(path = '/etc/hosts'): HostsFile {
  let names: ReadonlyMap<string, readonly string[]> = new Map()
  let checkedAtMs = Number.NEGATIVE_INFINITY
  let seenVersion = ''

  async function refresh(): Promise<void> {
    const nowMs = performance.now()
    if (nowMs - checkedAtMs < MAX_AGE_MS) return
    const facts = await stat(path).catch(() => null)
    const version = facts === null ? '' : `${facts.mtimeMs} ${facts.size} ${facts.ino}`
    if (version !== seenVersion) {
      const text = version === '' ? '' : await readFile(path, 'utf8').catch(textWithout)
      if (text === null) return
      names = parseHostsFile(text)
      seenVersion = version
    }
    checkedAtMs = nowMs
  }

  return {
    async lookup(name) {
      await refresh()
      const key = name.toLowerCase()
      const listed = names.get(key)
      if (listed !== undefined) return listed
      return key === 'localhost' || key.endsWith('.localhost') ? LOOPBACK : null
    },
  }
}
