import type { IncomingHttpHeaders } from 'node:http2'
import type { WebRequest } from './answer.ts'
import type { AnswerHead } from './http1-head.ts'

/** HTTP/2 has no word for them. Source: RFC 9113, section 8.2.2 */
const CONNECTION_HEADERS = new Set(['host', 'connection', 'http2-settings'])

/** The head of an answer.
 *  @param raw names and values by turns, as they came */
export function headOf(received: IncomingHttpHeaders, raw: readonly string[]): AnswerHead {
  const headers = new Map<string, string>()
  for (const [name, value] of Object.entries(received)) {
    if (name.startsWith(':') || value === undefined) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { location, 'set-cookie': setCookies = [] } = received
  return {
    statusCode: Number(received[':status'] ?? 0),
    httpVersion: '2',
    headers,
    locations: location === undefined ? [] : [location],
    setCookies,
    robotsTags: raw.filter((_, at) => at % 2 === 1 && raw[at - 1] === 'x-robots-tag'),
  }
}

/** What a request says ahead of its body. Source: RFC 9113, section 8.3.1 */
export function headersOf(request: WebRequest): Record<string, string> {
  const { method, url, path, headers } = request
  return {
    ':method': method,
    ':scheme': url.protocol.slice(0, -1),
    ':authority': headers.get('host') ?? url.host,
    ':path': path,
    ...Object.fromEntries([...headers].filter(([name]) => !CONNECTION_HEADERS.has(name))),
  }
}
