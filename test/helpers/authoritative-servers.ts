import type { Answer } from 'dns-packet'
import { createDnsChecker } from '../../agent/src/checks/dns.ts'
import type { DnsReply, DnsScript } from './dns-server.ts'
import { record, startDnsServer } from './dns-server.ts'
import { runChecker } from './run-checker.ts'

/** Name servers at the addresses 127.0.0.2 and up, all on one port, and a resolver that knows them.
 *  @param scripts null: nothing listens there
 *  @param resolver what it says besides the addresses of ns2, ns3 and so on */
export async function serveZones(scripts: readonly (DnsScript | null)[], resolver: DnsScript) {
  const servers = []
  let port: number | null = null
  for (const [i, script] of scripts.entries()) {
    const host = `127.0.0.${i + 2}`
    if (script === null) continue
    const server = await startDnsServer(script, port === null ? { host } : { host, port })
    port ??= server.port
    servers.push(server)
  }
  const system = await startDnsServer((question) => {
    const number = /^ns(\d)\.host\.test$/.exec(question.name)?.[1]
    if (number === undefined) return resolver(question)
    return question.type === 'A'
      ? { answers: [record(question.name, 'A', `127.0.0.${number}`)] }
      : {}
  })
  const checker = createDnsChecker({ nameServerPort: port ?? 9 })
  return {
    servers,
    system,
    check: (name: string, settings: Record<string, unknown> = {}, timeoutMs = 3_000) =>
      runChecker(
        checker,
        `dns://${name}`,
        { resolver: 'authoritative', ...settings },
        { servers: [system.at], timeoutMs },
      ),
  }
}

/** NS records of a zone: of ns2 for 2, and so on. */
export const ns = (zone: string, ...numbers: number[]): Answer[] =>
  numbers.map((number) => record(zone, 'NS', `ns${number}.host.test`))

/** The SOA record of a zone. */
export const soa = (zone: string): Answer =>
  record(zone, 'SOA', { mname: 'ns2.host.test', rname: 'a.b', serial: 1, minimum: 1 })

/** A resolver that knows a zone's name servers. */
export const knows =
  (zone: string, ...numbers: number[]): DnsScript =>
  ({ name }): DnsReply =>
    name === zone ? { answers: ns(zone, ...numbers) } : { rcode: 3, authorities: [soa(zone)] }

/** A name server that has one address for every name. */
export const speaks =
  (address: string): DnsScript =>
  ({ name }) => ({ aa: true, answers: [record(name, 'A', address)] })
