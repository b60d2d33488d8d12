import type { AnalysisWords } from './words.ts'

const EVERYWHERE = { inTitle: true, inDescription: true, inHeadings: true, inUrl: true } as const

export const KEYWORD_DENSITY_WORDS: AnalysisWords<'keyword-density'> = {
  summary: 'Count the words and phrases of a page',
  description:
    'The 25 most frequent phrases of one to five words in the whole visible text, navigation included. Case does not matter; each form of a word is counted by itself. Stop words of the language neither count as words of their own nor begin or end a phrase, and phrases that occur once are left out. In scripts without spaces, such as Chinese or Thai, words are told apart by a dictionary.',
  example: {
    url: 'https://example.com/garden-tools',
    fetchedUrl: 'https://www.example.com/garden-tools',
    statusCode: 200,
    title: 'Garden tools - Example shop',
    totalWords: 498,
    uniqueWords: 211,
    language: 'en',
    ngrams: {
      '1': [
        { term: 'garden', count: 18, density: 3.61, ...EVERYWHERE },
        {
          term: 'spade',
          count: 7,
          density: 1.41,
          inTitle: false,
          inDescription: true,
          inHeadings: true,
          inUrl: false,
        },
      ],
      '2': [{ term: 'garden tools', count: 12, density: 2.41, ...EVERYWHERE }],
      '3': [
        {
          term: 'tools for beginners',
          count: 2,
          density: 0.4,
          inTitle: false,
          inDescription: false,
          inHeadings: true,
          inUrl: false,
        },
      ],
      '4': [],
      '5': [],
    },
  },
}
