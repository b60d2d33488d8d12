import type { RobotsFile } from './robots-file.ts'
import type { ParsedRobots } from './parse-robots.ts'
import { parseRobots } from './parse-robots.ts'

/** A robots.txt begins with no tag: what does is an error page that comes with status 200. */
export function isMarkup(text: string): boolean {
  return /^[\s\ufeff]*</.test(text)
}

/** Whether a robots.txt was served, and no page in its place. */
export function isServed({ statusCode, text, contentType }: RobotsFile): boolean {
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? '')
  return statusCode === 200 && text !== null && !isHtml && !isMarkup(text)
}

/** What of a file decides. */
export type RobotsAnswer = Pick<RobotsFile, 'statusCode' | 'text'> & {
  readonly failure: { readonly cause: string } | null
}

/** What the fetched file tells crawlers. One that is not there (also after too many redirects) allows
 *  everything, one that cannot be had forbids everything.
 *  Source: RFC 9309, section 2.3.1 */
export function robotsOf(file: RobotsAnswer): ParsedRobots {
  const { statusCode, text, failure } = file
  const parsed = parseRobots(text === null || isMarkup(text) ? '' : text)
  if (failure !== null) {
    return { ...parsed, access: failure.cause === 'redirectLoop' ? 'everything' : 'nothing' }
  }
  if (statusCode === null || statusCode >= 500) return { ...parsed, access: 'nothing' }
  return text === null ? { ...parsed, access: 'everything' } : parsed
}
