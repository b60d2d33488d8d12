import { setImmediate } from 'node:timers/promises'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { extendedErrorText } from '../../dns/extended-errors.ts'
import type { DnsQuestion } from '../../dns/question.ts'
import { isAskable, parentOf } from '../../dns/wire-name.ts'
import { printable } from '../../outcome/printable.ts'
import type { Walk } from './allowance.ts'
import { firstFew, startWalk } from './allowance.ts'
import { faultOfSystem } from './ask-resolver.ts'
import type { NameServerReport } from './ask-name-servers.ts'
import { askNameServers } from './ask-name-servers.ts'
import type { Zone } from './find-zone.ts'
import { findZone } from './find-zone.ts'
import type { Finding, Inquiry } from './inquiry.ts'
import { NO_RECORDS, questionOf, recordsIn, unasked } from './inquiry.ts'
import { judgeAnswer } from './judge-answer.ts'
import { aliasFailure, nameServersFailure, problemOf } from './name-server-problems.ts'
import { referralOf } from './referral.ts'
import type { DnsServers } from './resolvers.ts'
import { systemServers } from './resolvers.ts'

/** Zones that are walked down at most, and aliases into other zones that are followed at most. */
const MAX_REFERRALS = 8
const MAX_ALIASES = 5
/** An answer of more bytes is judged in a turn of its own. */
const LONG_ANSWER = 4_096

interface Asked {
  readonly zone: Zone
  readonly reports: readonly NameServerReport[]
}

/** Asks a zone's servers, and those they refer to, until some speak for the name. */
async function walkDown(from: Zone, question: DnsQuestion, walk: Walk): Promise<Asked> {
  let zone = from
  for (let referrals = 0; ; referrals += 1) {
    const reports = await askNameServers(zone, question, walk)
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

/** What came of a walk. `misled`: why it ended before the last alias; null when it did not. */
interface Walked {
  readonly asked: Asked
  readonly question: DnsQuestion
  readonly dnsMs: number
  readonly misled: CheckFailure | null
}

/** Asks for the authorities' answer, from alias to alias when these lead into other zones. */
async function askUntilAnswered(walk: Walk, servers: DnsServers): Promise<Walked | CheckFailure> {
  let dnsMs = 0
  let { name } = walk
  for (let aliases = 0; ; aliases += 1) {
    const question = { ...questionOf(walk), name, recursive: false }
    const startedAtMs = performance.now()
    // A DS record lies in the zone above its name.
    const start = question.type === 'DS' ? (parentOf(name) ?? name) : name
    const zone = await findZone(start, servers, walk)
    dnsMs += performance.now() - startedAtMs
    if (!('nameServers' in zone)) return zone
    const { nameServers } = zone
    const from = aliases === 0 ? zone : { ...zone, nameServers: firstFew(nameServers) }
    const asked = await walkDown(from, question, walk)
    const answered = asked.reports.find(({ isGood }) => isGood)?.answered
    const isAnswer = answered?.ok === true && answered.message.rcode === 'NOERROR'
    const found = isAnswer ? recordsIn(answered.message, question) : null
    const next = found === null || found.count > 0 ? name : found.lastName
    const misled = isAskable(next) ? null : aliasFailure(name, next)
    if (next === name || misled !== null || aliases === MAX_ALIASES) {
      return { asked, question, dnsMs, misled }
    }
    name = next
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
    const { message } = answered
    // Thirteen of them must not hold up every other check.
    if (message.bytes.length > LONG_ANSWER) await setImmediate()
    const { values, count, ttl, lastName } = recordsIn(message, question)
    const remark = extendedErrorText(message)
    const answer = { rcode: message.rcode, values, count, lastName, remark }
    const judged = await judgeAnswer(inquiry, answer, name)
    const who = `${printable(name, 100)} says: `
    const failure =
      judged === null || zone.nameServers.length === 1
        ? judged
        : { ...judged, message: `${who}${judged.message}` }
    const each = { failure, server, answered, answeredAtMs: endedAtMs, values, count, ttl }
    if (best === null || (best.failure === null && failure !== null)) best = each
  }
  if (best !== null) return best
  const last = reports.find(({ server }) => server !== null)
  return {
    failure: nameServersFailure(zone, reports),
    server: last?.server ?? null,
    answered: last?.answered ?? null,
    answeredAtMs: null,
    ...NO_RECORDS,
  }
}

/** Asks the name servers of the name's own zone, all of them, and some of a zone that an alias leads to;
 *  the agent's resolver only tells who they are. One that fails is tolerated and told, as resolvers go
 *  round it too. */
export async function askAuthorities(inquiry: Inquiry): Promise<Finding> {
  const { context, name } = inquiry
  const chosen = systemServers(context, 'udp')
  if (!chosen.ok) return unasked(chosen.failure, null)
  const doubt = context.resolverHealth.startDoubt(name, context.signal)
  try {
    const startedAtMs = performance.now()
    const found = await askUntilAnswered(startWalk(inquiry), chosen.servers)
    if (!('asked' in found)) {
      const failure = await faultOfSystem(found, doubt.othersResolve)
      return unasked(failure, performance.now() - startedAtMs)
    }
    context.resolverHealth.noteAnswer(name)
    const { asked, question, dnsMs, misled } = found
    const judged = await judgeReports(asked, question, inquiry)
    const facts = {
      zone: asked.zone.name,
      nameServers: asked.reports.map((report) => ({
        name: printable(report.name, 255),
        ip: report.server?.ip ?? null,
        problem: problemOf(report),
      })),
    }
    return { ...judged, failure: misled ?? judged.failure, dnsMs, facts }
  } finally {
    doubt.stop()
  }
}
