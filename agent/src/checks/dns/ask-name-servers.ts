import { unmapped } from '@sightline/shared/address'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { Answered } from '../../dns/ask.ts'
import { ask } from '../../dns/ask.ts'
import { askInTurn } from '../../dns/ask-in-turn.ts'
import type { DnsServer } from '../../dns/exchange.ts'
import type { DnsQuestion } from '../../dns/question.ts'
import type { Walk } from './allowance.ts'
import { NOT_ASKED } from './allowance.ts'
import type { Zone } from './find-zone.ts'
import { tellsAboutName } from './judge-answer.ts'
import { addressesOf } from './name-server-addresses.ts'
import type { NameServer } from './name-server.ts'

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

const NOTHING = {
  timings: { connectMs: null, tlsMs: null, firstByteMs: null },
  tls: null,
  wasTruncated: false,
} as const

/** Asks what was not asked before, while the allowance lasts. */
function askOnce({ take, asked }: Walk): typeof ask {
  return (server, protocol, question, limits) => {
    // Over TLS a server has to be the one of its name.
    const host = protocol === 'tls' || protocol === 'https' ? server.host : ''
    const key = `${unmapped(server.ip)} ${host} ${question.name}`
    const known = asked.get(key)
    if (known !== undefined) return known
    if (!take('questions')) return Promise.resolve({ ok: false, failure: NOT_ASKED, ...NOTHING })
    const answer = ask(server, protocol, question, limits)
    asked.set(key, answer)
    return answer
  }
}

async function askOne(
  nameServer: NameServer,
  question: DnsQuestion,
  walk: Walk,
  signal: AbortSignal,
): Promise<NameServerReport> {
  const { settings, nameServerPort: port, deadlineMs } = walk
  const { name } = nameServer
  const found = await addressesOf(nameServer, walk, signal)
  const [first, ...others] = 'ips' in found ? found.ips : []
  if (first === undefined) {
    const failure = 'failure' in found ? found.failure : null
    const nobody = { name, server: null, answered: null, isGood: false }
    return { ...nobody, failure, endedAtMs: performance.now() }
  }
  const { server, answered } = await askInTurn(
    [{ ip: first, port, host: name }, ...others.map((ip) => ({ ip, port, host: name }))],
    settings.protocol,
    question,
    { signal, deadlineMs },
    () => true,
    askOnce(walk),
  )
  const endedAtMs = performance.now()
  if (!answered.ok) {
    return { name, server, answered, endedAtMs, failure: answered.failure, isGood: false }
  }
  const { rcode, isAuthoritative } = answered.message
  const isWanted = rcode === settings.expectedRcode && !tellsAboutName(rcode)
  const isGood = isWanted || (isAuthoritative && tellsAboutName(rcode))
  return { name, server, answered, endedAtMs, failure: null, isGood }
}

/** Asks all name servers of a zone at the same time, each at the first of its addresses that answers.
 *  @returns their reports in the order they came */
export async function askNameServers(
  zone: Zone,
  question: DnsQuestion,
  walk: Walk,
): Promise<readonly NameServerReport[]> {
  const { signal } = walk.context
  const rest = new AbortController()
  const abort = (): void => rest.abort()
  let grace: NodeJS.Timeout | null = null
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const reports: NameServerReport[] = []
  try {
    await Promise.all(
      zone.nameServers.map(async (nameServer) => {
        const report = await askOne(nameServer, question, walk, rest.signal)
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
