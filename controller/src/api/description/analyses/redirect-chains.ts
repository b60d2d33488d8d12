import type { AnalysisWords } from './words.ts'

export const REDIRECT_CHAINS_WORDS: AnalysisWords<'redirect-chains'> = {
  summary: 'Follow the redirects of a URL',
  description:
    'Every hop from the URL to where it leads, at most 20, without cookies: redirects by status, meta refreshes and Refresh headers of at most 10 seconds. A later hop without an answer is part of the result (`finalStatusCode` null); a hop to an address that may not be reached is 403. A loop ends at the address that leads back; it has no step of type `final`.',
  told: {
    url: 'http://example.com/',
    chain: [
      {},
      {
        step: 2,
        url: 'https://www.example.com/',
        statusCode: 200,
        location: null,
        type: 'final',
        protocol: 'HTTP/2',
        ms: 88.2,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      },
    ],
  },
}
