import type { Answer } from './gathering.ts'

/** A page, or whatever a site sends as one. */
export const html =
  (body: string | Uint8Array, statusCode = 200, headers: Record<string, string> = {}): Answer =>
  (_, to) =>
    void to
      .writeHead(statusCode, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(body)

const WORDS = 'Trees of our own nursery are grown by hand in the north of the country. '.repeat(20)

/** Whose audit has words to count. */
export const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trees</title>
  <link rel="canonical" href="/trees?b"><link rel="alternate" hreflang="de" href="/baeume">
  <meta name="robots" content="max-snippet:50"></head><body>
  <nav><a href="/a">A</a></nav><main><h1>Trees</h1><p>${WORDS}</p>
  <a href="https://example.com/">Elsewhere</a></main></body></html>`

export const ROBOTS = 'User-agent: *\nDisallow: /private\nCrawl-delay: 2\n'

/** The robots.txt of a host that has none, as a batch is told. */
export const NO_ROBOTS = {
  statusCode: 404,
  contentType: null,
  text: null,
  failure: null,
  crawlDelaySeconds: null,
  refusal: null,
}
