import { anySignal } from '@sightline/shared/any-signal'
import { isIP } from 'node:net'
import { serviceBindingText } from '../dns/service-binding.ts'
import type { Gatherer } from './gatherer.ts'
import type { AskDnsJson } from '../dns/json/ask-json.ts'

/** Source: draft-mozleywilliams-dnsop-dnsaid */
const LABELS = ['_index', '_a2a', '_mcp']
/** SVCB and HTTPS. Source: RFC 9460, section 14.2 */
const TYPES = [64, 65]

/** For all questions, which are asked side by side. */
const MAX_MS = 4_000

/** Names that are nobody's business outside, and that no public resolver knows.
 *  Source: RFC 6761 (localhost), RFC 6762, RFC 7686, RFC 8375, and ICANN's .internal */
const PRIVATE = /(?:^|\.)(?:home\.arpa|internal|local|localhost|onion)$/

/** Whether a record tells where a service is, as opposed to leading on to another name (priority 0).
 *  @param data in its own form, `1 . alpn=h2`, or that of unknown types (RFC 3597, section 5) */
export function namesService(data: string): boolean {
  const [, octets, digits = ''] = /^\\#\s+(\d{1,5})\s+([\da-fA-F\s]+)$/.exec(data.trim()) ?? []
  const bytes = Buffer.from(digits.replaceAll(/\s/g, ''), 'hex')
  const isWhole = octets !== undefined && bytes.length === Number(octets)
  const text = isWhole ? (serviceBindingText(bytes) ?? '') : data
  const [, priority = '0'] = /^\s*(\d{1,5})\s+\S/.exec(text) ?? []
  return Number(priority) >= 1
}

/** Hosts whose names are asked for: the page's own, and without its "www.", which is the same site. */
export function hostsOf({ hostname }: URL): readonly string[] {
  const host = hostname.replace(/\.$/, '')
  const isAddress = host.startsWith('[') || isIP(host) !== 0
  if (isAddress || !host.includes('.') || PRIVATE.test(host)) return []
  const bare = host.replace(/^www\./, '')
  return bare === host ? [host] : [host, bare]
}

/** Names at which DNS tells of ways in for agents, of those below a page's host. */
export async function askAgentNames(
  url: URL,
  ask: AskDnsJson,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names = hostsOf(url).flatMap((host) => LABELS.map((label) => `${label}._agents.${host}`))
  const told = names.map(async (name) => {
    const records = await Promise.all(TYPES.map((type) => ask(name, type, signal)))
    return records.flat().some(namesService) ? [name] : []
  })
  return (await Promise.all(told)).flat()
}

/** Asks the operator's resolver over HTTPS; no names where there is none. */
export const gatherAgentNames: Gatherer<'agentNames'> = async ({ get, askDns, signal }) => {
  if (askDns === null) return []
  const { url } = await get('page')
  const limit = anySignal([signal, AbortSignal.timeout(MAX_MS)])
  return askAgentNames(new URL(url), askDns, limit)
}
