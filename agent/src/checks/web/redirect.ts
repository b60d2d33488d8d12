import type { SettingsOf } from '@sightline/shared/monitor-settings'
import type { CheckFailure } from '../../check-failure.ts'
import { printable } from '../../printable.ts'
import type { AnswerHead } from './http1-reader.ts'
import { isExpectedStatus } from './expected-status.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
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
    REDIRECTS.has(head.statusCode) &&
    settings.redirects.follow &&
    head.headers.has('location') &&
    !isExpectedStatus(settings.expectedStatus, head.statusCode)
  )
}

/** Header values are bytes; an address in one is UTF-8 when it is not plain ASCII. */
function readLocation(value: string): string {
  // oxlint-disable-next-line no-control-regex
  return /[^\u0000-\u007f]/.test(value) ? Buffer.from(value, 'latin1').toString('utf8') : value
}

/** What a redirect asks for next. 303 makes a GET of anything but HEAD, 301 and 302 make one of POST
 *  only, 307 and 308 keep method and body.
 *  Source: Fetch standard, "HTTP-redirect fetch" */
export function redirectTarget(from: HopTarget, head: AnswerHead): HopTarget | CheckFailure {
  const location = readLocation(head.headers.get('location') ?? '')
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
