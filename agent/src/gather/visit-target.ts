import { MAX_URL_LENGTH } from '@sightline/shared/analyses/fetched-page'
import type {
  RenderFailure,
  RenderRequest,
  VisitedPage,
  Visitor,
  Waited,
} from '../browser/browser.ts'
import type { GatherContext } from './gatherer.ts'

type Visited<T> = (VisitedPage<T> | RenderFailure) & Waited

/** Whether the asked address itself gave no answer; a redirect, or any status, is one. */
const isUnreached = <T>(visited: Visited<T>, asked: URL): boolean =>
  !visited.ok &&
  visited.kind === 'navigation' &&
  visited.statusCode === null &&
  visited.url === asked.href

/** A script may give its page an address of any length. */
function shortened<T>(visited: Visited<T>): Visited<T> {
  return { ...visited, url: visited.url.slice(0, MAX_URL_LENGTH) }
}

/** Visits the target with the browser. Where the target was asked for without a scheme and cannot be
 *  reached over https, it is visited over http; what went wrong is then told of https.
 *  Source: decisions, section 4 */
export async function visitTarget<T>(
  request: Omit<RenderRequest, 'url'>,
  visitor: Visitor<T>,
  { target, browser, signal }: Pick<GatherContext, 'target' | 'browser' | 'signal'>,
): Promise<Visited<T>> {
  const url = new URL(target.url)
  const first = await browser.visit({ ...request, url }, visitor, signal)
  if (!target.isBare || signal.aborted || !isUnreached(first, url)) return shortened(first)
  const plainUrl = new URL(url)
  plainUrl.protocol = 'http:'
  const second = await browser.visit({ ...request, url: plainUrl }, visitor, signal)
  return shortened(second.ok ? second : first)
}
