import { z } from 'zod'
import { FETCHED_PAGE } from './fetched-page.ts'

/** Longest n-gram, in words. */
export const MAX_NGRAM_WORDS = 5
/** Most n-grams of each length. */
export const MAX_TERMS = 25
/** Longest word that an n-gram may have, in characters. */
export const MAX_TERM_WORD_LENGTH = 100

const count = z.int().min(0)

const Term = z.object({
  term: z
    .string()
    .max(MAX_NGRAM_WORDS * (MAX_TERM_WORD_LENGTH + 1))
    .meta({ description: 'In lower case.', example: 'garden tools' }),
  count: count.meta({ description: 'How often it occurs.', example: 12 }),
  density: z.number().min(0).max(100).meta({
    description: 'count / totalWords x 100, for n-grams of every length; two decimals.',
    example: 2.41,
  }),
  inTitle: z.boolean().meta({ description: 'In the title.', example: true }),
  inDescription: z.boolean().meta({ description: 'In the meta description.', example: true }),
  inHeadings: z.boolean().meta({ description: 'In a heading of any level.', example: true }),
  inUrl: z
    .boolean()
    .meta({ description: 'In the host, path or query of the fetched address.', example: true }),
})
export type DensityTerm = z.output<typeof Term>

const terms = (description: string, example?: readonly z.output<typeof Term>[]) =>
  z.array(Term).max(MAX_TERMS).meta({ description, example })

/** Source: analyses design, "keyword-density" */
export const KeywordDensityResult = z.object({
  ...FETCHED_PAGE,
  title: z.string().meta({
    description: 'Text of the title tag; empty without one.',
    example: 'Garden tools - Example shop',
  }),
  totalWords: count.meta({ description: 'Words of the visible text.', example: 498 }),
  uniqueWords: count.meta({ description: 'Different words, whatever their case.', example: 211 }),
  language: z.string().max(3).nullable().meta({
    description:
      'Language whose stop words were left out: what html lang says, else a guess from the text; null when neither tells.',
    example: 'en',
  }),
  ngrams: z
    .object({
      '1': terms('Single words but stop words.'),
      '2': terms('Two words in a row.'),
      '3': terms('Three words in a row.'),
      '4': terms('Four words in a row.', []),
      '5': terms('Five words in a row.', []),
    })
    .meta({
      description:
        'The most frequent words and phrases by their number of words, most frequent first, then in order of appearance. Phrases occur at least twice, neither begin nor end with a stop word, and never reach over the end of a sentence or block.',
    }),
})
