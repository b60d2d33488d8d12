import type { AnalysisWords } from './words.ts'

export const KEYWORD_DENSITY_WORDS: AnalysisWords<'keyword-density'> = {
  summary: 'Count the words and phrases of a page',
  description:
    'The 25 most frequent phrases of one to five words in the whole visible text, navigation included. Case does not matter; each form of a word is counted by itself. Stop words of the language neither count as words of their own nor begin or end a phrase, and phrases that occur once are left out. In scripts without spaces, such as Chinese or Thai, words are told apart by a dictionary.',
  told: {
    url: 'https://example.com/garden-tools',
    fetchedUrl: 'https://www.example.com/garden-tools',
    ngrams: {
      '1': [
        { term: 'garden', count: 18, density: 3.61 },
        { term: 'spade', count: 7, density: 1.41, inTitle: false, inUrl: false },
      ],
      '3': [
        {
          term: 'tools for beginners',
          count: 2,
          density: 0.4,
          inTitle: false,
          inDescription: false,
          inUrl: false,
        },
      ],
    },
  },
}
