import type { AnalysisWords } from './words.ts'

export const SITEMAP_WORDS: AnalysisWords<'sitemap'> = {
  summary: 'Find and read the sitemaps of a site',
  description:
    'Looked for in this order: Sitemap lines of robots.txt, /sitemap.xml, /sitemap_index.xml, /sitemap-index.xml, /wp-sitemap.xml, /sitemap.txt, links of the page with rel=sitemap. XML sitemaps, indexes of them up to three deep, lists of URLs, RSS and Atom, each with gzip or without. At most 50 files, 200,000 URLs, and of one file 50,000 URLs and 50 MB; what is left out is told in `errors`. A broken file is read up to where it breaks. `sitemaps` lists the files robots.txt names even where they cannot be read, other places only where there is a sitemap.',
  told: {
    stats: { changefreq: { weekly: 1 } },
    urls: [
      {},
      {
        loc: 'https://example.com/about',
        lastmod: null,
        changefreq: null,
        priority: 0.5,
        images: 0,
      },
    ],
  },
}
