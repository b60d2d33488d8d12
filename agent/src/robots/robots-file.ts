import type { CheckFailure } from '../outcome/check-failure.ts'

/** The robots.txt of an origin. Source: RFC 9309, section 2.3 */
export interface RobotsFile {
  readonly url: string
  /** Where the answer came from, after redirects. */
  readonly fetchedUrl: string
  /** Of the last answer, also where that was a redirect too many; null when no answer came. */
  readonly statusCode: number | null
  readonly contentType: string | null
  /** The first 512 KiB as UTF-8; null where the answer was not 2xx. */
  readonly text: string | null
  readonly isTruncated: boolean
  /** Why there is no answer; null when there is. */
  readonly failure: CheckFailure | null
}
