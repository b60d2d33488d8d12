import type { Cause } from '@sightline/shared/causes'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
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
}

/** Response codes with which a server tells about the name; any other tells that it fails. */
export function tellsAboutName(rcode: string): boolean {
  return rcode === 'NOERROR' || rcode === 'NXDOMAIN'
}

function rcodeFailure(name: string, rcode: string, expected: string, peer: string): CheckFailure {
  const wanted = expected === 'NOERROR' ? '' : ` where ${expected} was expected`
  const fail = (cause: Cause, message: string): CheckFailure => ({
    source: 'target',
    phase: 'dns',
    cause,
    message,
  })
  if (!tellsAboutName(rcode)) {
    const word = rcode === 'REFUSED' ? 'refused to answer' : 'failed to answer'
    return fail('dnsServfail', `${peer} ${word} the question for ${name} (${rcode})${wanted}.`)
  }
  if (rcode === 'NXDOMAIN') {
    const cause = expected === 'NOERROR' ? 'dnsNxdomain' : 'dnsWrongAnswer'
    return fail(cause, `The name ${name} does not exist (NXDOMAIN)${wanted}.`)
  }
  return fail('dnsWrongAnswer', `The name ${name} exists (NOERROR)${wanted}.`)
}

function noRecords(name: string, type: Settings['recordType']): CheckFailure {
  const isAddress = type === 'A' || type === 'AAAA'
  const family = type === 'A' ? 'IPv4' : 'IPv6'
  const what = isAddress ? `${family} address (${type} record)` : `${type} record`
  return {
    source: 'target',
    phase: 'dns',
    cause: isAddress ? 'dnsNoAddress' : 'dnsWrongAnswer',
    message: `The name ${name} has no ${what}.`,
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
  if (rcode !== expectedRcode) return rcodeFailure(name, rcode, expectedRcode, peer)
  if (rcode !== 'NOERROR') return null
  if (count === 0 && leastCount(settings) > 0) return noRecords(name, type)
  const comparison = await compared(answer, inquiry)
  if (comparison === 'outOfTime') {
    const message = `The ${type} records of ${name} could not be compared with what is expected in time.`
    return { source: 'agent', phase: 'content', cause: 'agentFault', message }
  }
  if (comparison.wrong === null) return null
  const message = `The answer for the ${type} records of ${name} ${comparison.wrong}.`
  return { source: 'target', phase: 'content', cause: 'dnsWrongAnswer', message }
}
