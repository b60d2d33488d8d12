/** Hosts that stand for every address of a machine, each with the one of them that a browser there can open. */
const EVERY_ADDRESS: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['', '127.0.0.1'],
  ['::', '::1'],
])

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

/** Whether a server that listens there is reached from other machines too. */
export const isEveryAddress = (host: string): boolean => EVERY_ADDRESS.has(bare(host))

/** The URL that a browser of this machine opens, without a trailing slash. @param host a name or an address, IPv6 with or
 *  without brackets */
export function openableUrl(host: string, port: number): string {
  const name = EVERY_ADDRESS.get(bare(host)) ?? bare(host)
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
