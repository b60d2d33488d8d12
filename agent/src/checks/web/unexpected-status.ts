import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import type { CheckContext } from '../checker.ts'
import type { WebAnswer } from '../../http/answer.ts'
import { CHALLENGE_SCAN_BYTES, challengeBy } from './challenge-page.ts'
import { readBody } from './content.ts'
import { challengeSchemes } from '../../http/challenge-schemes.ts'
import { parseDigestChallenge } from '../../http/digest.ts'
import { headerText } from '../../http/header-text.ts'
import { isExpectedStatus, statusCause } from '../../http/expected-status.ts'
import { refusalText } from './telling-refusal.ts'
import type { Trail } from './follow.ts'
import { MAX_SHOWN_URL } from '../../http/redirect.ts'

const MAX_SCHEMES = 3
const MAX_SHOWN_SCHEMES = 100

/** What a 401 says about the monitor's credentials. */
function signInText(answer: WebAnswer, isOwnOrigin: boolean, settings: SettingsOf<'web'>): string {
  const { kind } = settings.auth
  if (kind === 'none') return ': it asks for a sign-in'
  if (!isOwnOrigin) {
    return ": it asks for a sign-in, and the monitor's credentials are not sent where a redirect leads"
  }
  const offered = answer.headers.get('www-authenticate') ?? ''
  const schemes = challengeSchemes(offered)
  const isAsked = schemes.some((scheme) => scheme.toLowerCase() === kind)
  if (kind !== 'digest' && schemes.length > 0 && !isAsked) {
    const list = printable(schemes.slice(0, MAX_SCHEMES).join(' or '), MAX_SHOWN_SCHEMES)
    return `: it asks for a sign-in by ${list}, and the monitor's auth.kind is "${kind}"`
  }
  if (kind === 'bearer') return ": it does not accept the monitor's token"
  if (kind === 'digest' && parseDigestChallenge(offered) === null) {
    return ': it asks for a sign-in, but not for a digest one that can be answered'
  }
  return ": it does not accept the monitor's user name and password"
}

/** The failure of an answer that a protection gave in place of the site. */
export function botBlocked(who: string, statusCode: number): CheckFailure {
  const message = `${who} answered ${statusCode} with a challenge or block page instead of the site: let the monitor through there.`
  return { source: 'target', phase: 'firstByte', cause: 'botBlocked', message }
}

/** The failure of an answer whose status is not among those the monitor expects; null when it is. */
export async function unexpectedStatus(
  { last, isOwnOrigin }: Trail,
  settings: SettingsOf<'web'>,
  { signal }: CheckContext,
): Promise<CheckFailure | null> {
  const { answer } = last
  if (answer === null || isExpectedStatus(settings.expectedStatus, answer.statusCode)) return null
  const { statusCode, headers } = answer
  const read =
    answer.body.length === 0 ? null : await readBody(answer, CHALLENGE_SCAN_BYTES, signal)
  const text = read !== null && 'text' in read ? read.text : ''
  const who = challengeBy(statusCode, headers, text)
  if (who !== null) return botBlocked(who, statusCode)
  const [location] = answer.locations
  const leads =
    location === undefined
      ? ''
      : ` (a redirect to ${printable(headerText(location), MAX_SHOWN_URL)})`
  const expected = settings.expectedStatus.join(', ')
  const why =
    statusCode === 401 ? signInText(answer, isOwnOrigin, settings) : refusalText(statusCode, text)
  return {
    source: 'target',
    phase: 'firstByte',
    cause: statusCause(statusCode),
    message: `The server answered ${statusCode}${leads} where ${expected} was expected${why}.`,
  }
}
