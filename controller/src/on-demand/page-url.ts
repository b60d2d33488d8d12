import { AppError } from '@sightline/shared/errors'
import {
  MonitorUrlError,
  parseMonitorUrl,
  schemeOf,
  withoutUserInfo,
} from '@sightline/shared/monitor-url'

/** An address of a page, normalised. */
export interface PageUrl {
  /** Lower-case ASCII host, no user-info, no fragment, no default port. */
  readonly url: string
  readonly host: string
  /** It came without a scheme: https is tried, then http. */
  readonly isBare: boolean
}

const MAX_SHOWN_LENGTH = 100

/** @param what it came in: a query's parameter or a body's field `url`, as the error names it
 *  @throws AppError badRequest when it is no http or https address. Source: decisions, section 4 */
export function readPageUrl(
  text: string,
  what: 'field' | 'query parameter' = 'query parameter',
): PageUrl {
  const trimmed = text.trim()
  const scheme = schemeOf(trimmed)
  try {
    if (scheme !== null && scheme !== 'http' && scheme !== 'https') {
      throw new MonitorUrlError(`"${scheme}" is not a scheme of pages`)
    }
    const { url, host } = parseMonitorUrl(trimmed, 'web')
    return { url, host, isBare: scheme === null }
  } catch (error: unknown) {
    if (!(error instanceof MonitorUrlError)) throw error
    const shown = withoutUserInfo(trimmed).slice(0, MAX_SHOWN_LENGTH).toWellFormed()
    throw new AppError(
      'badRequest',
      `The ${what} "url" is "${shown}", but must be an http or https address such as https://example.com/page, or a bare host such as example.com.`,
    )
  }
}
