import type { CheckFailure } from '../../outcome/check-failure.ts'
import { askInTurn, withinShare } from '../../dns/ask-in-turn.ts'
import type { DnsMessage, DnsRecord } from '../../dns/message.ts'
import { TYPE_NUMBERS } from '../../dns/record-type.ts'
import { isAskable, isWithin, parentOf, readName } from '../../dns/wire-name.ts'
import type { Walk } from './allowance.ts'
import { tellsAboutName } from './judge-answer.ts'
import type { DnsServers } from './resolvers.ts'
import type { NameServer } from './name-server.ts'

/** More name servers of one zone are not asked; the root has 13. */
const MAX_NAME_SERVERS = 13
/** The deepest walk from a name to the root that is made, in questions. */
const MAX_STEPS = 10
/** Questions in a row without an answer after which the search ends: the resolver is silent. */
const MAX_SILENCES = 2

/** A zone and who speaks for it. */
export interface Zone {
  readonly name: string
  readonly nameServers: readonly NameServer[]
}

/** The name servers that records name as those of a zone. */
export function nameServersOf(
  message: DnsMessage,
  records: readonly DnsRecord[],
  zone: string,
  glueOf: (name: string) => readonly string[] = () => [],
): readonly NameServer[] {
  const names = records.flatMap((record) => {
    if (record.type !== TYPE_NUMBERS.NS || record.name !== zone) return []
    const name = readName(message.bytes, record.dataAt)?.name
    return name === undefined || name === '.' || !isAskable(name) ? [] : [name]
  })
  const distinct = [...new Set(names)].slice(0, MAX_NAME_SERVERS)
  return distinct.map((name) => ({ name, glue: glueOf(name) }))
}

/** The zone a negative answer says a name lies in; null when it does not say. */
function zoneOfNegative(message: DnsMessage, name: string): string | null {
  const soa = message.authorities.find(({ type }) => type === TYPE_NUMBERS.SOA)
  return soa !== undefined && soa.name !== name && isWithin(name, soa.name) ? soa.name : null
}

/** Finds the zone nearest above a name whose name servers a resolver knows, walking towards the root.
 *  A zone that the resolver fails for is passed over: its parent's servers refer to it.
 *  @param start where to begin: the name, or its parent for records that the parent zone holds
 *  @returns the failure of the resolver when no zone is found */
export async function findZone(
  start: string,
  servers: DnsServers,
  { context, timeoutMs, deadlineMs, take }: Walk,
): Promise<Zone | CheckFailure> {
  let at: string | null = start
  let failure: CheckFailure | null = null
  let silences = 0
  for (let step = 0; step < MAX_STEPS && at !== null; step += 1) {
    const name: string = at
    if (!take('steps')) {
      const message = `The aliases of the name lead through too many zones, up to ${name}.`
      return { source: 'target', phase: 'dns', cause: 'dnsServfail', message }
    }
    // A slow step must leave time for the parent and for the name servers.
    const stepDeadlineMs = Math.min(deadlineMs, performance.now() + timeoutMs / 3)
    const question = {
      name,
      type: 'NS',
      recursive: true,
      dnssec: false,
      unchecked: false,
      edns: true,
    } as const
    const { answered } = await askStep(servers, question, context.signal, stepDeadlineMs)
    at = parentOf(name)
    if (!answered.ok) {
      failure ??= answered.failure
      silences += 1
      if (silences >= MAX_SILENCES || context.signal.aborted) break
      continue
    }
    const { message } = answered
    if (!tellsAboutName(message.rcode)) {
      failure ??= {
        source: 'target',
        phase: 'dns',
        cause: 'dnsServfail',
        message: `The name servers of ${name} could not be found (${message.rcode}).`,
      }
      continue
    }
    const nameServers = nameServersOf(message, message.answers, name)
    if (nameServers.length > 0) return { name, nameServers }
    at = zoneOfNegative(message, name) ?? at
  }
  const message = `No name servers were found for ${start}.`
  return failure ?? { source: 'resolver', phase: 'dns', cause: 'dnsServfail', message }
}

function askStep(
  servers: DnsServers,
  question: Parameters<typeof askInTurn>[2],
  signal: AbortSignal,
  deadlineMs: number,
): ReturnType<typeof askInTurn> {
  return withinShare(signal, Math.max(0, deadlineMs - performance.now()), (share) =>
    askInTurn(servers, 'udp', question, { signal: share, deadlineMs }, tellsAboutName),
  )
}
