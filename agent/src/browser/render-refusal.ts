import type { RenderFailure } from './browser.ts'
import { WorkRefusal } from '../outcome/work.ts'

/** Kinds of failure that may be gone in a moment, or elsewhere. */
const OURS: ReadonlySet<RenderFailure['kind']> = new Set(['unavailable', 'noRoom', 'stopping'])

/** Why nothing can be said about a page that was to be rendered, as whoever asked is to be told.
 *  Source: decisions, section 4 (403 for what is blocked, 502 for no usable response) */
export function renderRefusal({
  kind,
  message,
}: Pick<RenderFailure, 'kind' | 'message'>): WorkRefusal {
  if (kind === 'blocked') {
    return new WorkRefusal('forbidden', `This address may not be analysed: ${message}`)
  }
  return new WorkRefusal(OURS.has(kind) ? 'unavailable' : 'upstreamFailed', message)
}
