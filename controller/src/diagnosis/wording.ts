import { peerName } from '@sightline/shared/peer-name'

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

/** Most regions or names one sentence holds. */
const MAX_LISTED = 4

/** As `listed`, with the number of those left out. */
export function listedBriefly(words: readonly string[]): string {
  if (words.length <= MAX_LISTED) return listed(words)
  return `${words.slice(0, MAX_LISTED).join(', ')} and ${words.length - MAX_LISTED} more`
}

/** "one port", "3 ports". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `one ${one}` : `${count} ${many}`
}

/** "port 80 is", "ports 80 and 443 are". */
export function portsAre(ports: readonly number[]): string {
  const list = listed(ports.map(String))
  return ports.length === 1 ? `port ${list} is` : `ports ${list} are`
}

/** From where something is seen: "from all 3 regions", "from eu-west", "from eu-west (1 of 3 regions)".
 *  @param voting how many regions said something */
export function fromRegions(regions: readonly string[], voting: number): string {
  if (regions.length === 0) return 'from every region that was asked'
  if (regions.length >= 3 && regions.length >= voting) return `from all ${regions.length} regions`
  const list = listedBriefly(regions)
  return regions.length < voting
    ? `from ${list} (${regions.length} of ${voting} regions)`
    : `from ${list}`
}

/** "820 ms", "9.3 s". */
export function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}

/** "host:port" as people read it. */
export function peerOf(host: string, port: number | null): string {
  return port === null ? host : peerName(host, port)
}

/** "2026-03-10" out of a date's ISO text. */
export function day(iso: string): string {
  return iso.slice(0, 10)
}

/** A sentence of an agent's as a clause: without its full stop. */
export function asClause(sentence: string): string {
  return sentence.trim().replace(/\.$/, '')
}

/** What a check said of itself, in brackets; "" when it said nothing. */
export function reason({ error }: { readonly error: string }): string {
  return error === '' ? '' : ` (${error})`
}

/** What a name server said of its own answer, as checks tell it, in brackets; "" when it said nothing. */
export function saidByServer(sentence: string): string {
  const said = /[;(] ?(the server says: .*?)\)?\.?$/s.exec(sentence)?.[1]
  return said === undefined ? '' : ` (${said})`
}
