import { peerName } from '@sightline/shared/peer-name'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { ask } from '../../dns/ask.ts'
import type { AskedServer } from '../../dns/ask-in-turn.ts'
import { askInTurn } from '../../dns/ask-in-turn.ts'
import { extendedErrorText } from '../../dns/extended-errors.ts'
import type { AskAgain } from './dnssec.ts'
import { bogusFailure, unauthenticatedFailure } from './dnssec.ts'
import type { Finding, Inquiry } from './inquiry.ts'
import { limitsLeft, questionOf, recordsIn, unasked } from './inquiry.ts'
import { judgeAnswer, referralFailure, tellsAboutName } from './judge-answer.ts'
import { referredZone } from './referral.ts'
import type { DnsServers } from './resolvers.ts'
import { namedServers, systemServers } from './resolvers.ts'
import { namesWithheld } from './withheld.ts'

/** Whether DNSSEC is the reason for a failure, or is what a good answer lacks. */
async function dnssecVerdict(
  inquiry: Inquiry,
  { server, answered }: AskedServer,
  failure: CheckFailure | null,
  remark: string,
): Promise<CheckFailure | null> {
  if (!answered.ok) return failure
  const { settings } = inquiry
  const question = questionOf(inquiry)
  const askAgain: AskAgain = async (other) => {
    const again = await ask(server, settings.protocol, other, limitsLeft(inquiry))
    return again.ok ? again.message : null
  }
  const { rcode, isAuthenticated } = answered.message
  if (failure !== null) {
    if (rcode !== 'SERVFAIL') return failure
    return (await bogusFailure(question, askAgain, remark)) ?? failure
  }
  if (settings.dnssec !== 'require' || isAuthenticated || !tellsAboutName(rcode)) return null
  return unauthenticatedFailure(question, askAgain, peerName(server.ip, server.port))
}

/** @param mayTell see `extendedErrorText` */
async function askServers(
  inquiry: Inquiry,
  servers: DnsServers,
  dnsMs: number | null,
  mayTell?: (text: string) => boolean,
): Promise<Finding> {
  const { settings, context, deadlineMs } = inquiry
  const question = questionOf(inquiry)
  const asked = await askInTurn(
    servers,
    settings.protocol,
    question,
    { signal: context.signal, deadlineMs },
    (rcode) => tellsAboutName(rcode) || rcode === settings.expectedRcode,
  )
  const { server, answered } = asked
  if (!answered.ok) return { ...unasked(answered.failure, dnsMs), server, answered }
  const answeredAtMs = performance.now()
  const { message } = answered
  const { values, count, ttl, lastName } = recordsIn(message, question)
  const remark = extendedErrorText(message, mayTell)
  const answer = { rcode: message.rcode, values, count, lastName, remark }
  const peer = peerName(server.ip, server.port)
  const judged = await judgeAnswer(inquiry, answer, peer)
  const zone = judged === null ? null : referredZone(message, question.name)
  const failure =
    zone === null
      ? await dnssecVerdict(inquiry, asked, judged, remark)
      : referralFailure(question.name, zone, peer)
  return { failure, server, answered, answeredAtMs, dnsMs, values, count, ttl, facts: {} }
}

/** Whose fault it is that the agent's own name servers gave no answer. */
export async function faultOfSystem(
  failure: CheckFailure,
  othersResolve: () => Promise<boolean>,
): Promise<CheckFailure> {
  if (failure.source === 'agent') return failure
  if (failure.cause === 'dnsTimeout' || failure.cause === 'dnsServfail') {
    return { ...failure, source: (await othersResolve()) ? 'target' : 'resolver' }
  }
  return { ...failure, source: 'resolver', cause: 'resolverFault' }
}

/** Asks the agent's own name servers. Their silence and SERVFAIL are the target's fault only when
 *  other names resolve. Source: monitoring design, section 5 */
export async function askSystem(inquiry: Inquiry): Promise<Finding> {
  const { name, settings, context } = inquiry
  const chosen = systemServers(context, settings.protocol)
  if (!chosen.ok) return unasked(chosen.failure, null)
  const doubt = context.resolverHealth.startDoubt(name, context.signal)
  try {
    const mayTell = (text: string): boolean => !namesWithheld(text, context.withholds)
    const finding = await askServers(inquiry, chosen.servers, null, mayTell)
    const { failure, answered } = finding
    if (answered?.ok === true && tellsAboutName(answered.message.rcode)) {
      context.resolverHealth.noteAnswer(name)
    }
    const isTheirs = answered?.ok === true && failure?.cause !== 'dnsServfail'
    if (failure === null || isTheirs) return finding
    return { ...finding, failure: await faultOfSystem(failure, doubt.othersResolve) }
  } finally {
    doubt.stop()
  }
}

/** Asks the resolver that the monitor names: it is the target, so what it does wrong is its fault. */
export async function askNamed(
  server: { host: string; port: number | null },
  inquiry: Inquiry,
): Promise<Finding> {
  const chosen = await namedServers(server, inquiry)
  return chosen.ok
    ? askServers(inquiry, chosen.servers, chosen.dnsMs)
    : unasked(chosen.failure, chosen.dnsMs)
}
