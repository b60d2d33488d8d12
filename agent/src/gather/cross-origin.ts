import { anySignal } from '@sightline/shared/any-signal'
import { headerText } from '../page/content-type.ts'
import type { CrossOriginAnswer } from './artifacts.ts'
import type { Fetch } from '../http/fetch.ts'
import type { Gatherer } from './gatherer.ts'

/** A site that no site knows. Source: RFC 6761, section 6.4 */
const STRANGER = 'https://cross-origin-check.invalid'

const MAX_MS = 8_000

/** Asks for a page as a script of an unknown site would, without its body. */
export async function askCrossOrigin(
  url: URL,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<CrossOriginAnswer> {
  const request = { url, maxBodyBytes: 0, followRedirects: 0, headers: { origin: STRANGER } }
  const limit = anySignal([signal, AbortSignal.timeout(MAX_MS)])
  const fetched = await fetch(request, limit)
  const header = (name: string) => (fetched.ok ? headerText(fetched.page.headers, name) : null)
  return {
    origin: STRANGER,
    allowOrigin: header('access-control-allow-origin'),
    allowCredentials: header('access-control-allow-credentials'),
  }
}

/** How the page answers a stranger. */
export const gatherCrossOrigin: Gatherer<'crossOrigin'> = async ({ get, fetch, signal }) => {
  const { url } = await get('page')
  return askCrossOrigin(new URL(url), fetch, signal)
}
