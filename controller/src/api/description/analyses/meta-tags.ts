import type { AnalysisWords } from './words.ts'

export const META_TAGS_WORDS: AnalysisWords<'meta-tags'> = {
  summary: "Read a page's meta tags",
  description:
    'Title, meta, link and html tags as they stand in the page, without running its scripts. Names are in lower case and addresses absolute. Where a name comes more than once, the first one is told, and the counts tell all. Tags in the body are read too; what a noscript element holds is not.',
  example: {
    url: 'https://example.com/',
    fetchedUrl: 'https://www.example.com/',
    statusCode: 200,
    title: 'Example shop',
    titleLength: 12,
    charset: 'utf-8',
    lang: 'en',
    canonical: 'https://www.example.com/',
    meta: {
      viewport: 'width=device-width, initial-scale=1',
      description: 'Tea and what goes with it.',
      'twitter:card': 'summary_large_image',
    },
    httpEquiv: { 'content-language': 'en' },
    openGraph: { 'og:title': 'Example shop', 'og:image': 'https://www.example.com/tea.jpg' },
    twitter: { 'twitter:card': 'summary_large_image' },
    links: {
      amphtml: null,
      manifest: 'https://www.example.com/site.webmanifest',
      prev: null,
      next: null,
      icons: ['https://www.example.com/favicon.ico'],
      alternates: [{ hreflang: 'de', href: 'https://www.example.com/de/' }],
      preconnect: 1,
      preload: 2,
    },
    counts: { metaTags: 7, openGraph: 2, twitter: 1, hreflang: 1 },
  },
}
