import type { Cause } from '@sightline/shared/causes'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import type { Comparison } from './expected-answers.ts'
import { isComparing, leastCount } from './expected-answers.ts'
import type { Inquiry } from './inquiry.ts'

type Settings = SettingsOf<'dns'>

/** An answer as far as it is judged. */
export interface FoundAnswer {
  readonly rcode: string
  /** Values of the records of the asked type; fewer than `count` when these are too many to read. */
  readonly values: readonly string[]
  readonly count: number
  /** The name that the aliases in the answer lead to; the asked one when there are none. */
  readonly lastName: string
  /** What the server says of its answer, see `extendedErrorText`; '' when it says nothing. */
  readonly remark: string
}

/** Longest name in a sentence that others chose, in characters. */
const MAX_SHOWN_NAME = 255

/** Response codes with which a server tells about the name; any other tells that it fails. */
export function tellsAboutName(rcode: string): boolean {
  return rcode === 'NOERROR' || rcode === 'NXDOMAIN'
}

/** Whom a sentence is about, before what is said of it: an alias is there, what it leads to may not be. */
function subjectOf(name: string, lastName: string): string {
  if (lastName === name) return `The name ${name}`
  return `The name ${name} is an alias of ${printable(lastName, MAX_SHOWN_NAME)}, which`
}

function rcodeFailure(
  name: string,
  { rcode, lastName, remark }: FoundAnswer,
  expected: string,
  peer: string,
): CheckFailure {
  const wanted = expected === 'NOERROR' ? '' : ` where ${expected} was expected`
  const said = remark === '' ? rcode : `${rcode}; ${remark}`
  const fail = (cause: Cause, message: string): CheckFailure => ({
    source: 'target',
    phase: 'dns',
    cause,
    message,
  })
  if (!tellsAboutName(rcode)) {
    const word = rcode === 'REFUSED' ? 'refused to answer' : 'failed to answer'
    return fail('dnsServfail', `${peer} ${word} the question for ${name} (${said})${wanted}.`)
  }
  if (rcode === 'NXDOMAIN') {
    const cause = expected === 'NOERROR' ? 'dnsNxdomain' : 'dnsWrongAnswer'
    return fail(cause, `${subjectOf(name, lastName)} does not exist (${said})${wanted}.`)
  }
  return fail('dnsWrongAnswer', `The name ${name} exists (${said})${wanted}.`)
}

function noRecords(
  name: string,
  { lastName, remark }: FoundAnswer,
  type: Settings['recordType'],
): CheckFailure {
  const isAddress = type === 'A' || type === 'AAAA'
  const family = type === 'A' ? 'IPv4' : 'IPv6'
  const what = isAddress ? `${family} address (${type} record)` : `${type} record`
  return {
    source: 'target',
    phase: 'dns',
    cause: isAddress ? 'dnsNoAddress' : 'dnsWrongAnswer',
    message: `${subjectOf(name, lastName)} has no ${what}${remark === '' ? '' : ` (${remark})`}.`,
  }
}

async function compared(answer: FoundAnswer, inquiry: Inquiry): Promise<Comparison> {
  const { values, count } = answer
  const { settings, expectation, context } = inquiry
  const least = leastCount(settings)
  if (count < least) return { wrong: `has ${count} where at least ${least} were expected` }
  if (values.length < count && isComparing(settings)) {
    return { wrong: `has more records than can be compared: ${count}` }
  }
  return expectation(values, context.signal)
}

/** A server that was asked to look a name up and only says who may know it.
 *  @param peer who answered, as people read it */
export function referralFailure(name: string, zone: string, peer: string): CheckFailure {
  const whose = zone === '.' ? 'the root' : printable(zone, MAX_SHOWN_NAME)
  const message = `${peer} looks up no names of other zones: for ${name} it refers to the name servers of ${whose}.`
  return { source: 'target', phase: 'dns', cause: 'dnsServfail', message }
}

/** What is wrong with an answer; null when it is as its monitor expects.
 *  @param peer who answered, as people read it */
export async function judgeAnswer(
  inquiry: Inquiry,
  answer: FoundAnswer,
  peer: string,
): Promise<CheckFailure | null> {
  const { name, settings } = inquiry
  const { rcode, count } = answer
  const { recordType: type, expectedRcode } = settings
  if (rcode !== expectedRcode) return rcodeFailure(name, answer, expectedRcode, peer)
  if (rcode !== 'NOERROR') return null
  if (count === 0 && leastCount(settings) > 0) return noRecords(name, answer, type)
  const comparison = await compared(answer, inquiry)
  if (comparison === 'outOfTime') {
    const message = `The ${type} records of ${name} could not be compared with what is expected in time.`
    return { source: 'agent', phase: 'content', cause: 'agentFault', message }
  }
  if (comparison.wrong === null) return null
  const message = `The answer for the ${type} records of ${name} ${comparison.wrong}.`
  return { source: 'target', phase: 'content', cause: 'dnsWrongAnswer', message }
}
