import type { FastifyRequest } from 'fastify'

/** Whether a person goes to this address in a browser: what is shown to them is a page. Programs get JSON, also those of a
 *  page that ask for it. Over plain http beyond this machine browsers do not say in Sec-Fetch-Mode what they are about. */
export function isNavigation({
  method,
  headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return false
  return (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
}
