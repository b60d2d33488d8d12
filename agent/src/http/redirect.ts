import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { printable } from '../outcome/printable.ts'
import type { AnswerHead } from './http1-head.ts'
import { isExpectedStatus, isRedirect } from './expected-status.ts'
import { headerText } from './header-text.ts'

/** Longest URL that is shown to people, in characters. */
export const MAX_SHOWN_URL = 500
/** Longest address that is followed, in characters. */
const MAX_LOCATION = 16_384

/** What is asked for at one hop. */
export interface HopTarget {
  readonly url: URL
  readonly method: string
  readonly body: string | null
}

export function redirectFailure(
  cause: 'redirectLoop' | 'redirectUnexpected',
  message: string,
): CheckFailure {
  return { source: 'target', phase: 'firstByte', cause, message }
}

/** Whether an answer leads on; one whose status the monitor expects does not. */
export function leadsOn(head: AnswerHead, settings: SettingsOf<'web'>): boolean {
  return (
    isRedirect(head.statusCode) &&
    settings.redirects.follow &&
    head.locations.length > 0 &&
    !isExpectedStatus(settings.expectedStatus, head.statusCode)
  )
}

/** What a redirect asks for next. 303 makes a GET of anything but HEAD, 301 and 302 make one of POST
 *  only, 307 and 308 keep method and body.
 *  Source: Fetch standard, "HTTP-redirect fetch" */
export function redirectTarget(
  from: HopTarget,
  head: Pick<AnswerHead, 'statusCode' | 'locations'>,
): HopTarget | CheckFailure {
  // Two programs may have added the same header; two addresses leave open which one is meant.
  const [location = '', other] = new Set(head.locations.map(headerText))
  if (other !== undefined) {
    const [first, second] = [location, other].map((each) => printable(each, MAX_SHOWN_URL))
    const message = `${printable(from.url.href, MAX_SHOWN_URL)} redirects to two addresses at once, "${first}" and "${second}".`
    return redirectFailure('redirectUnexpected', message)
  }
  const url = location.length > MAX_LOCATION ? null : URL.parse(location, from.url.href)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    const shown = printable(location, MAX_SHOWN_URL)
    const message = `${printable(from.url.href, MAX_SHOWN_URL)} redirects to "${shown}", which is no http or https address.`
    return redirectFailure('redirectUnexpected', message)
  }
  url.username = ''
  url.password = ''
  url.hash = ''
  const { statusCode } = head
  const becomesGet =
    statusCode === 303
      ? from.method !== 'GET' && from.method !== 'HEAD'
      : statusCode < 303 && from.method === 'POST'
  return becomesGet ? { url, method: 'GET', body: null } : { ...from, url }
}
