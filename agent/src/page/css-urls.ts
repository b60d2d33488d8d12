/** Where a url or a string may begin, and what ends it is near: an address is no longer than this. */
const MAX_LENGTH = 2_000

/** url(...), quoted or not, and @import with a string. Comments and namespaces are passed over by the same
 *  scan, because an address in one of them is not loaded. Every repeat is bounded: a style sheet may hold
 *  anything. */
const ADDRESS = new RegExp(
  [
    String.raw`/\*`,
    String.raw`@namespace\s[^;{}]{0,200};`,
    String.raw`(?:url\(\s{0,20}|@import\s{1,20})(?:"([^"\n]{0,${MAX_LENGTH}})"|'([^'\n]{0,${MAX_LENGTH}})')`,
    String.raw`url\(\s{0,20}([^\s"'()]{1,${MAX_LENGTH}})\s{0,20}\)`,
  ].join('|'),
  'giu',
)

/** Addresses that a style sheet loads, as written. Left out are data: ones, which carry their data
 *  themselves, and fragments, which mean the page whatever its base. Source: CSS Values 4, section 4.5
 *  @param max after which the rest is left out */
export function cssUrls(css: string, max: number): string[] {
  const urls: string[] = []
  ADDRESS.lastIndex = 0
  while (urls.length < max) {
    const match = ADDRESS.exec(css)
    if (match === null) break
    if (match[0] === '/*') {
      const end = css.indexOf('*/', match.index + 2)
      if (end === -1) break
      ADDRESS.lastIndex = end + 2
      continue
    }
    const url = match[1] ?? match[2] ?? match[3] ?? ''
    if (url !== '' && !/^(?:data:|#)/i.test(url)) urls.push(url)
  }
  return urls
}
