import type { Cause } from '@sightline/shared/causes'
import type { SettingsOf } from '@sightline/shared/monitor-settings'
import type { CheckFailure } from '../../check-failure.ts'
import type { Expectation } from './expected-answers.ts'
import { leastCount } from './expected-answers.ts'

type Settings = SettingsOf<'dns'>

/** An answer as far as it is judged. */
export interface FoundAnswer {
  readonly rcode: string
  /** Values of the records of the asked type. */
  readonly values: readonly string[]
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

/** What is wrong with an answer; null when it is as its monitor expects.
 *  @param peer who answered, as people read it */
export async function judgeAnswer(
  name: string,
  answer: FoundAnswer,
  settings: Settings,
  expectation: Expectation,
  peer: string,
): Promise<CheckFailure | null> {
  const { rcode, values } = answer
  const { recordType: type, expectedRcode } = settings
  if (rcode !== expectedRcode) return rcodeFailure(name, rcode, expectedRcode, peer)
  if (rcode !== 'NOERROR') return null
  const least = leastCount(settings)
  if (values.length === 0 && least > 0) return noRecords(name, type)
  const wrong =
    values.length < least
      ? `has ${values.length} where at least ${least} were expected`
      : await expectation(values)
  if (wrong === null) return null
  const message = `The answer for the ${type} records of ${name} ${wrong}.`
  return { source: 'target', phase: 'content', cause: 'dnsWrongAnswer', message }
}
