import type { AnalysisWords } from './words.ts'

export const META_TAGS_WORDS: AnalysisWords<'meta-tags'> = {
  summary: "Read a page's meta tags",
  description:
    'Title, meta, link and html tags as they stand in the page, without running its scripts. Names are in lower case and addresses absolute. Where a name comes more than once, the first one is told, and the counts tell all. Tags in the body are read too; what a noscript element holds is not.',
  told: {
    title: 'Example shop',
    titleLength: 12,
    meta: {
      viewport: 'width=device-width, initial-scale=1',
      description: 'Tea and what goes with it.',
      'twitter:card': 'summary_large_image',
    },
    httpEquiv: { 'content-language': 'en' },
    openGraph: { 'og:title': 'Example shop', 'og:image': 'https://www.example.com/tea.jpg' },
    twitter: { 'twitter:card': 'summary_large_image' },
    links: {
      manifest: 'https://www.example.com/site.webmanifest',
      alternates: [{ hreflang: 'de' }],
    },
  },
}
