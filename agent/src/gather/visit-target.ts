import type { RenderFailure, RenderRequest, VisitedPage, Visitor } from '../browser/browser.ts'
import type { GatherContext } from './gatherer.ts'

/** Visits an address of the target in the browser. Where the target was asked for without a scheme and
 *  cannot be reached over https, it is visited over http; what went wrong is then told of https.
 *  Source: decisions, section 4 */
export async function visitTarget<T>(
  request: Omit<RenderRequest, 'url'>,
  visitor: Visitor<T>,
  { target, browser, signal }: Pick<GatherContext, 'target' | 'browser' | 'signal'>,
): Promise<VisitedPage<T> | RenderFailure> {
  const url = new URL(target.url)
  const first = await browser.visit({ ...request, url }, visitor, signal)
  const isUnreached = !first.ok && first.kind === 'navigation' && first.statusCode === null
  if (!isUnreached || !target.isBare || signal.aborted) return first
  url.protocol = 'http:'
  const second = await browser.visit({ ...request, url }, visitor, signal)
  return second.ok ? second : first
}
