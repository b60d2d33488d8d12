import { hasLongHost } from '../page/resolve-url.ts'
import { readLine } from './line.ts'

const SITEMAP_LINE = /^\ufeff?[ \t]*site-?map\b[^\r\n]*/gim

/** The Sitemap lines of a robots.txt that hold an absolute address, each once, without reading all the
 *  rest of the file. @param max how many at most */
export function sitemapLinesOf(robotsText: string, max: number): readonly string[] {
  const urls = new Set<string>()
  for (const [line] of robotsText.matchAll(SITEMAP_LINE)) {
    const read = readLine(line)
    const isRead = read.kind === 'field' && !hasLongHost(read.value)
    const url = isRead ? URL.parse(read.value) : null
    if (url !== null && /^https?:$/.test(url.protocol)) urls.add(url.href)
    if (urls.size >= max) break
  }
  return [...urls]
}
