import type { Headers, Page } from '../../agent/src/http/page.ts'
import type { PageFacts } from '../../agent/src/page/facts.ts'
import { readPageFacts } from '../../agent/src/page/read-page-facts.ts'

/** What a test says of a page; the rest is that of a good one. */
export type PageOptions = Partial<Omit<Page, 'headers' | 'body'>> & { readonly headers?: Headers }

/** A page as an agent fetched it. */
export function pageOf(html: string | Uint8Array, options: PageOptions = {}): Page {
  const body = typeof html === 'string' ? new TextEncoder().encode(html) : html
  const url = options.url ?? 'https://example.com/'
  return {
    askedUrl: url,
    url,
    statusCode: 200,
    locations: [],
    httpVersion: '1.1',
    ip: '192.0.2.80',
    tls: null,
    hops: [],
    timings: { dnsMs: 4, connectMs: 8, tlsMs: 16, firstByteMs: 32, downloadMs: 2 },
    totalMs: 62,
    transferBytes: body.byteLength,
    isTruncated: false,
    contentEncoding: null,
    ...options,
    headers: { 'content-type': 'text/html; charset=utf-8', ...options.headers },
    body,
  }
}

/** The facts of a page. */
export const factsOf = (html: string, options: PageOptions = {}): PageFacts =>
  readPageFacts(pageOf(html, options))
