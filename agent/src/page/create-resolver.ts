import { PAGE_LIMITS } from './limits.ts'
import { resolveUrl } from './resolve-url.ts'

/** A path, query and fragment of characters that the URL standard writes as they are. */
const PLAIN = /^[\w~./-]+(?:\?[\w~./=&+,-]*)?(?:#[\w~./=&+,-]*)?$/

/** Whether nothing of a reference goes up, stays (".", ".."), or names a host. */
const goesDown = (reference: string): boolean =>
  !reference.startsWith('.') && !reference.startsWith('//') && !reference.includes('/.')

/** Resolves references against one base, as `resolveUrl` does: most of a page are plain paths, and those take no
 *  parser, which takes ten times as long. */
export function createResolver(baseUrl: string): (reference: string) => string | null {
  const base = URL.parse(baseUrl)
  if (base === null || !/^https?:$/.test(base.protocol)) {
    return (reference) => resolveUrl(reference, baseUrl)
  }
  const { href } = base
  const pathAt = href.indexOf('/', base.protocol.length + '//'.length)
  const path = href.slice(pathAt).split(/[?#]/, 1)[0] ?? ''
  const site = href.slice(0, pathAt)
  const folder = site + path.slice(0, path.lastIndexOf('/') + 1)
  return (reference) => {
    if (!PLAIN.test(reference) || !goesDown(reference)) return resolveUrl(reference, baseUrl)
    const url = (reference.startsWith('/') ? site : folder) + reference
    return url.length > PAGE_LIMITS.attributeCharacters ? null : url
  }
}
