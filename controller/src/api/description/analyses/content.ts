import type { AnalysisWords } from './words.ts'

export const CONTENT_WORDS: AnalysisWords<'content'> = {
  summary: 'Read the main text of a page',
  description:
    'The text that the page is there for, without navigation, headers, footers, asides and what is hidden, and how easy it is to read. Where no part of the page stands out, as on short pages, it is the main element or the only article, else the body without navigation. Pages of more than 20,000 elements, or nested deeper than 250, are read by their landmarks alone. Scripts are not run.',
  told: {
    url: 'https://example.com/blog/spades',
    fetchedUrl: 'https://www.example.com/blog/spades',
  },
}
