import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { DnsProtocol, DnsServer } from '../../dns/exchange.ts'
import { DNS_PORTS } from '../../dns/exchange.ts'
import { parseServerText } from '../../dns/server-text.ts'
import type { CheckContext } from '../checker.ts'
import type { Inquiry } from './inquiry.ts'

/** One server or more. */
export type DnsServers = readonly [DnsServer, ...DnsServer[]]

/** Whom to ask, or why nobody can be asked. `dnsMs` is null when no name had to be resolved. */
export type ChosenServers =
  | { readonly ok: true; readonly servers: DnsServers; readonly dnsMs: number | null }
  | { readonly ok: false; readonly failure: CheckFailure; readonly dnsMs: number | null }

function atLeastOne(servers: readonly DnsServer[]): DnsServers | null {
  const [first, ...others] = servers
  return first === undefined ? null : [first, ...others]
}

/** The agent's own name servers. Ports of the operator's list are those of plain DNS, so over TLS and
 *  HTTPS the usual ones are asked. */
export function systemServers(context: CheckContext, protocol: DnsProtocol): ChosenServers {
  const isPlain = protocol === 'udp' || protocol === 'tcp'
  const servers = context.resolver.servers().flatMap((text) => {
    const parsed = parseServerText(text)
    if (parsed === null) return []
    const port = (isPlain ? parsed.port : null) ?? DNS_PORTS[protocol]
    return [{ ip: parsed.host, port, host: parsed.host }]
  })
  const found = atLeastOne(servers)
  if (found !== null) return { ok: true, servers: found, dnsMs: null }
  const message = 'The agent has no name server to ask.'
  const failure = { source: 'resolver', phase: 'dns', cause: 'resolverFault', message } as const
  return { ok: false, failure, dnsMs: null }
}

/** The resolver that the monitor names, at the addresses the guard lets through.
 *  @param server as `parseResolver` gives it */
export async function namedServers(
  server: { host: string; port: number | null },
  { settings, context }: Inquiry,
): Promise<ChosenServers> {
  const { host } = server
  const found = await context.findAddresses({ host, family: 'any' }, context.signal)
  const { dnsMs } = found
  if (!found.ok) return { ok: false, failure: found.failure, dnsMs }
  const port = server.port ?? DNS_PORTS[settings.protocol]
  const servers = atLeastOne(found.addresses.map((ip) => ({ ip, port, host })))
  if (servers !== null) return { ok: true, servers, dnsMs }
  const message = `The resolver ${host} has no address.`
  const failure = { source: 'target', phase: 'dns', cause: 'dnsNoAddress', message } as const
  return { ok: false, failure, dnsMs }
}
