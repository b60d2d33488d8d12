import { CAUSES, isCause } from '@sightline/shared/causes'
import type { SecurityHeadersResult } from '@sightline/shared/analyses/security-headers'
import type { z } from 'zod'
import { countWords } from '../../words/durations.ts'

type Result = z.input<typeof SecurityHeadersResult>

/** A certificate that ends within so many days should have been renewed. */
const SOON_DAYS = 14

/** A certificate in words, and whether somebody has to see to it; null over http. */
export function certificateWords(
  certificate: Result['https']['certificate'],
): { readonly text: string; readonly isBad: boolean } | null {
  if (certificate === null) return null
  const { issuer, daysLeft, problem } = certificate
  const by = issuer === '' ? '' : `by ${issuer}`
  const left = daysLeft === null ? '' : leftWords(daysLeft)
  const title =
    problem !== null && isCause(problem) ? CAUSES[problem].title : 'Browsers do not accept it'
  const why = problem === null ? '' : `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`
  return {
    text: [by, left, why].filter((part) => part !== '').join(', '),
    isBad: problem !== null || (daysLeft !== null && daysLeft < SOON_DAYS),
  }
}

function leftWords(daysLeft: number): string {
  if (daysLeft < 0) return `it ended ${countWords(-daysLeft, 'day')} ago`
  return `${countWords(daysLeft, 'day')} left`
}

/** What is wrong with each cookie, a sentence each; none for one that is well. Those that log-ins go by have to be kept from
 *  scripts.
 *  Source: RFC 6265bis, section 4.1.2 */
export function cookieFaults(cookies: Result['cookies']): string[] {
  return cookies.flatMap(({ name, secure, httpOnly, session, problem }) => {
    const faults = [
      problem === null ? '' : problem.replace(/\.$/, ''),
      secure ? '' : 'it is sent over http too',
      session && !httpOnly ? 'scripts can read it' : '',
    ].filter((fault) => fault !== '')
    return faults.length === 0 ? [] : [`${name}: ${faults.join(', ')}`]
  })
}
