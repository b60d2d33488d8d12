import type { AnalysisWords } from './words.ts'

export const KEYWORD_ANALYSIS_WORDS: AnalysisWords<'keyword-analysis'> = {
  summary: 'See how a page uses keywords',
  description:
    'How often each keyword occurs in the whole visible text, where it stands, and what would make the page fit it better. Keywords match whole words, without regard to case, accents, and whether words are joined by a hyphen or a space; in scripts without spaces between words they match anywhere.',
  told: {
    url: 'https://example.com/garden-tools',
    fetchedUrl: 'https://www.example.com/garden-tools',
    keywords: [
      { score: 95, issues: ['Keyword is not in the alt text of an image'] },
      {
        keyword: 'lawn mower',
        count: 0,
        density: 0,
        exactMatches: 0,
        prominence: 0,
        firstPosition: null,
        in: {
          title: false,
          metaDescription: false,
          h1: false,
          headings: false,
          url: false,
          anchors: false,
          firstParagraph: false,
        },
        score: 0,
        issues: [
          'Keyword is not in the text',
          'Keyword is not in the title',
          'Keyword is not in an H1 heading',
          'Keyword is not in the meta description',
          'Keyword is not in an H2 to H6 heading',
          'Keyword is not in the URL',
          'Keyword is not in the first paragraph',
          'Keyword is not in the alt text of an image',
        ],
      },
    ],
  },
}
