import type { CheckFailure } from '../../check-failure.ts'
import type { Answered } from '../../dns/ask.ts'
import { ask } from '../../dns/ask.ts'
import type { DnsServer } from '../../dns/exchange.ts'
import type { DnsQuestion } from '../../dns/question.ts'
import type { NameServer, Zone } from './find-zone.ts'
import type { Inquiry } from './inquiry.ts'
import { limitsLeft } from './inquiry.ts'
import { tellsAboutName } from './judge-answer.ts'

/** How long the others are waited for once one name server has answered: time for one repeat of a
 *  question that was lost. */
const GRACE_MS = 1_500

/** What one name server said. */
export interface NameServerReport {
  readonly name: string
  /** null when it has no address that could be asked. */
  readonly server: DnsServer | null
  readonly answered: Answered | null
  /** On the clock of `performance.now()`. */
  readonly endedAtMs: number
  /** Why it gave no answer at all; null when it did. */
  readonly failure: CheckFailure | null
  /** Whether it answered as one that speaks for the zone. */
  readonly isGood: boolean
}

async function addressOf(
  { name, glue }: NameServer,
  { context }: Inquiry,
  signal: AbortSignal,
): Promise<{ ip: string } | { failure: CheckFailure }> {
  // Glue is an address out of a target's mouth: the guard judges it as any other.
  const host = glue[0] ?? name
  const found = await context.findAddresses({ host, family: 'any' }, signal)
  if (!found.ok) return { failure: found.failure }
  const [ip] = found.addresses
  if (ip !== undefined) return { ip }
  const message = `The name server ${name} has no address.`
  return { failure: { source: 'target', phase: 'dns', cause: 'dnsNoAddress', message } }
}

async function askOne(
  nameServer: NameServer,
  question: DnsQuestion,
  inquiry: Inquiry,
  signal: AbortSignal,
): Promise<NameServerReport> {
  const { settings, nameServerPort: port } = inquiry
  const { name } = nameServer
  const found = await addressOf(nameServer, inquiry, signal)
  if ('failure' in found) {
    const { failure } = found
    return {
      name,
      server: null,
      answered: null,
      endedAtMs: performance.now(),
      failure,
      isGood: false,
    }
  }
  const server = { ip: found.ip, port, host: name }
  const limits = { ...limitsLeft(inquiry), signal }
  const answered = await ask(server, settings.protocol, question, limits)
  const endedAtMs = performance.now()
  if (!answered.ok) {
    return { name, server, answered, endedAtMs, failure: answered.failure, isGood: false }
  }
  const { rcode, isAuthoritative } = answered.message
  const isWanted = rcode === settings.expectedRcode && !tellsAboutName(rcode)
  const isGood = isWanted || (isAuthoritative && tellsAboutName(rcode))
  return { name, server, answered, endedAtMs, failure: null, isGood }
}

/** Asks all name servers of a zone at the same time, each at one address.
 *  @returns their reports in the order they came */
export async function askNameServers(
  zone: Zone,
  question: DnsQuestion,
  inquiry: Inquiry,
): Promise<readonly NameServerReport[]> {
  const { signal } = inquiry.context
  const rest = new AbortController()
  const abort = (): void => rest.abort()
  let grace: NodeJS.Timeout | null = null
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const reports: NameServerReport[] = []
  try {
    await Promise.all(
      zone.nameServers.map(async (nameServer) => {
        const report = await askOne(nameServer, question, inquiry, rest.signal)
        reports.push(report)
        if (report.isGood) grace ??= setTimeout(abort, GRACE_MS)
      }),
    )
    return reports
  } finally {
    if (grace !== null) clearTimeout(grace)
    signal.removeEventListener('abort', abort)
  }
}
