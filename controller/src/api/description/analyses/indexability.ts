import type { AnalysisWords } from './words.ts'

export const INDEXABILITY_WORDS: AnalysisWords<'indexability'> = {
  summary: 'Judge whether a page can be in search results',
  description:
    'What status, robots.txt, robots meta tags, X-Robots-Tag, canonical links and meta refresh say together; of meta tag and header the most restrictive wins. It is judged for the page at the end of the redirects. Directives for all crawlers and for Googlebot count; those for other crawlers are shown in `byBot`. A canonical link in the body, a meta refresh with a delay and an hreflang change nothing. robots.txt is read for Sightline; where it cannot be had, crawlers stay away (RFC 9309).',
  example: {
    url: 'https://example.com/trees?sort=price',
    fetchedUrl: 'https://www.example.com/trees?sort=price',
    statusCode: 200,
    indexable: false,
    reasons: [
      'noindex for googlebot in X-Robots-Tag',
      'canonicalised to https://www.example.com/trees',
    ],
    robotsTxt: {
      found: true,
      allowed: true,
      matchedRule: 'Allow: /trees',
      userAgent: 'Sightline',
      crawlDelay: null,
    },
    metaRobots: {
      raw: 'index, follow, max-image-preview:large',
      directives: ['index', 'follow', 'max-image-preview:large'],
      byBot: {},
    },
    xRobotsTag: { raw: ['googlebot: noindex'], directives: [], byBot: { googlebot: ['noindex'] } },
    canonical: {
      url: 'https://www.example.com/trees',
      source: 'html',
      isSelf: false,
      count: 1,
      conflict: false,
    },
    directives: {
      noindex: true,
      nofollow: false,
      noarchive: false,
      nosnippet: false,
      noimageindex: false,
      notranslate: false,
      maxSnippet: null,
      maxImagePreview: 'large',
      maxVideoPreview: null,
      unavailableAfter: null,
    },
    hreflang: [
      { hreflang: 'en', href: 'https://www.example.com/trees', valid: true },
      { hreflang: 'de', href: 'https://www.example.com/baeume', valid: true },
    ],
    redirects: 1,
    inSitemap: true,
  },
}
