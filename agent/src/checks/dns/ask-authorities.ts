import type { CheckFailure } from '../../check-failure.ts'
import type { DnsQuestion } from '../../dns/question.ts'
import { parentOf } from '../../dns/wire-name.ts'
import { printable } from '../../printable.ts'
import { faultOfSystem } from './ask-resolver.ts'
import type { NameServerReport } from './ask-name-servers.ts'
import { askNameServers } from './ask-name-servers.ts'
import type { Zone } from './find-zone.ts'
import { findZone } from './find-zone.ts'
import type { Finding, Inquiry } from './inquiry.ts'
import { questionOf, unasked, valuesIn } from './inquiry.ts'
import { judgeAnswer } from './judge-answer.ts'
import { nameServersFailure, problemOf } from './name-server-problems.ts'
import { referralOf } from './referral.ts'
import type { DnsServers } from './resolvers.ts'
import { systemServers } from './resolvers.ts'

/** Zones that are walked down at most, and aliases into other zones that are followed at most. */
const MAX_REFERRALS = 8
const MAX_ALIASES = 5

interface Asked {
  readonly zone: Zone
  readonly reports: readonly NameServerReport[]
}

/** Asks a zone's servers, and those they refer to, until some speak for the name. */
async function walkDown(from: Zone, question: DnsQuestion, inquiry: Inquiry): Promise<Asked> {
  let zone = from
  for (let referrals = 0; ; referrals += 1) {
    const reports = await askNameServers(zone, question, inquiry)
    const isAnswered = reports.some(({ isGood }) => isGood)
    if (isAnswered || referrals === MAX_REFERRALS) return { zone, reports }
    const { name } = zone
    const next = reports
      .flatMap(({ answered }) =>
        answered?.ok === true ? [referralOf(answered.message, question.name, name)] : [],
      )
      .find((each) => each !== null && each.nameServers.length > 0)
    if (next === undefined || next === null) return { zone, reports }
    zone = next
  }
}

/** Asks for the authorities' answer, from alias to alias when these lead into other zones. */
async function askUntilAnswered(
  inquiry: Inquiry,
  servers: DnsServers,
): Promise<{ asked: Asked; question: DnsQuestion; dnsMs: number } | CheckFailure> {
  let dnsMs = 0
  let name = inquiry.name
  for (let aliases = 0; ; aliases += 1) {
    const question = { ...questionOf(inquiry), name, recursive: false }
    const startedAtMs = performance.now()
    // A DS record lies in the zone above its name.
    const start = question.type === 'DS' ? (parentOf(name) ?? name) : name
    const zone = await findZone(start, servers, inquiry)
    dnsMs += performance.now() - startedAtMs
    if (!('nameServers' in zone)) return zone
    const asked = await walkDown(zone, question, inquiry)
    const answered = asked.reports.find(({ isGood }) => isGood)?.answered
    const isAnswer = answered?.ok === true && answered.message.rcode === 'NOERROR'
    const found = isAnswer ? valuesIn(answered.message, question) : null
    const leadsOn = found !== null && found.values.length === 0 && found.lastName !== name
    if (!leadsOn || aliases === MAX_ALIASES) return { asked, question, dnsMs }
    name = found.lastName
  }
}

type Judged = Omit<Finding, 'dnsMs' | 'facts'>

/** Judges every answer: a wrong one is told before the good ones. */
async function judgeReports(
  { zone, reports }: Asked,
  question: DnsQuestion,
  inquiry: Inquiry,
): Promise<Judged> {
  let best: Judged | null = null
  for (const { answered, server, name, isGood, endedAtMs } of reports) {
    if (answered?.ok !== true || !isGood) continue
    const { values, ttl } = valuesIn(answered.message, question)
    const answer = { rcode: answered.message.rcode, values }
    const { settings, expectation } = inquiry
    const judged = await judgeAnswer(inquiry.name, answer, settings, expectation, name)
    const who = `${printable(name, 100)} says: `
    const failure =
      judged === null || zone.nameServers.length === 1
        ? judged
        : { ...judged, message: `${who}${judged.message}` }
    const each = { failure, server, answered, answeredAtMs: endedAtMs, values, ttl }
    if (best === null || (best.failure === null && failure !== null)) best = each
  }
  if (best !== null) return best
  const last = reports.find(({ server }) => server !== null)
  return {
    failure: nameServersFailure(zone, reports),
    server: last?.server ?? null,
    answered: last?.answered ?? null,
    answeredAtMs: null,
    values: [],
    ttl: null,
  }
}

/** Asks the name servers of the name's own zone, all of them; the agent's resolver only tells who they
 *  are. One that fails is tolerated and told, as resolvers go round it too. */
export async function askAuthorities(inquiry: Inquiry): Promise<Finding> {
  const { context, timeoutMs, name } = inquiry
  const chosen = systemServers(context, 'udp')
  if (!chosen.ok) return unasked(chosen.failure, null)
  const doubt = context.resolverHealth.startDoubt(name, context.signal)
  try {
    const startedAtMs = performance.now()
    const found = await askUntilAnswered(inquiry, chosen.servers)
    if (!('asked' in found)) {
      const failure = await faultOfSystem(found, doubt.othersResolve)
      return unasked(failure, performance.now() - startedAtMs)
    }
    context.resolverHealth.noteAnswer(name)
    const { asked, question, dnsMs } = found
    const judged = await judgeReports(asked, question, inquiry)
    const facts = {
      zone: asked.zone.name,
      nameServers: asked.reports.map((report) => ({
        name: printable(report.name, 255),
        ip: report.server?.ip ?? null,
        problem: problemOf(report),
      })),
    }
    return { ...judged, dnsMs, facts }
  } finally {
    doubt.stop()
  }
}
