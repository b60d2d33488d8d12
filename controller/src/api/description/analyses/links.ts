import type { AnalysisWords } from './words.ts'

export const LINKS_WORDS: AnalysisWords<'links'> = {
  summary: "List a page's links",
  description:
    'Every link of the page to an http or https address, in document order, as it stands in the HTML without running scripts. Addresses are resolved against the base element. Links within the page, mailto:, tel: and javascript: links have counters of their own. Templates and noscript elements are not looked into.',
  example: {
    url: 'https://example.com/',
    fetchedUrl: 'https://www.example.com/',
    statusCode: 200,
    canonical: 'https://www.example.com/',
    hreflang: [{ hreflang: 'de', href: 'https://www.example.com/de/' }],
    counts: {
      total: 1,
      unique: 1,
      internal: 0,
      external: 1,
      dofollow: 0,
      nofollow: 1,
      sponsored: 1,
      ugc: 0,
      anchors: 1,
      mailto: 1,
      tel: 0,
      javascript: 0,
      images: 0,
      emptyText: 0,
    },
    total: 1,
    links: [
      {
        url: 'https://partner.example/offer',
        href: 'https://partner.example/offer#today',
        text: 'Our partner',
        type: 'external',
        rel: ['nofollow', 'sponsored'],
        dofollow: false,
        target: '_blank',
        element: 'a',
        isImage: false,
        alt: null,
        context: 'footer',
        fragment: 'today',
      },
    ],
  },
}
