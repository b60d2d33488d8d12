import type { AnalysisWords } from './words.ts'

export const INDEXABILITY_WORDS: AnalysisWords<'indexability'> = {
  summary: 'Judge whether a page can be in search results',
  description:
    'What status, robots.txt, robots meta tags, X-Robots-Tag, canonical links and a refresh (of a meta element, or the Refresh header) say together; of meta tag and header the most restrictive wins. It is judged for the page at the end of the redirects. Directives for all crawlers and for Googlebot count; those for other crawlers are shown in `byBot`. A canonical link in the body, a refresh with a delay and an hreflang change nothing. robots.txt is read for Sightline; where it cannot be had, crawlers stay away (RFC 9309).',
  told: {
    url: 'https://example.com/trees?sort=price',
    fetchedUrl: 'https://www.example.com/trees?sort=price',
    metaRobots: { byBot: {} },
    xRobotsTag: { directives: [], byBot: { googlebot: ['noindex'] } },
    hreflang: [{}, { hreflang: 'de', href: 'https://www.example.com/baeume' }],
  },
}
