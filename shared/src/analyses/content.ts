import { z } from 'zod'
import { FETCHED_PAGE } from './fetched-page.ts'

const FORMATS = ['json', 'markdown'] as const

export const ContentOptions = z.object({
  format: z
    .enum(FORMATS, `must be one of ${FORMATS.join(', ')}`)
    .default('json')
    .meta({ description: 'markdown fills `markdown` in the answer, which is JSON all the same.' }),
})

const count = z.int().min(0)
const index = (description: string, example: number) =>
  z.number().nullable().meta({ description, example })
const share = (what: string, example: number | null) =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .meta({
      description: `Share of the different words of the ${what}, without stop words, that occur in the main body or a heading, in percent; singular and plural are the same. null without a ${what}.`,
      example,
    })

/** Source: contract, "Content result" */
export const ContentResult = z.object({
  ...FETCHED_PAGE,
  title: z.string().meta({
    description: 'Text of the title tag; empty without one.',
    example: 'Which spade for which soil? - Example shop',
  }),
  headings: z
    .array(
      z.object({
        level: z.int().min(1).max(6).meta({ description: '1 for h1 to 6 for h6.', example: 1 }),
        text: z.string().meta({
          description: 'White space is collapsed.',
          example: 'Which spade for which soil?',
        }),
      }),
    )
    .meta({ description: 'All headings of the page in document order.' }),
  text: z.string().meta({
    description:
      'Main body text, boilerplate removed; paragraphs and other blocks are separated by an empty line.',
    example: 'Which spade for which soil?\n\nHeavy soil needs a heavy spade. Sand does not.',
  }),
  metrics: z
    .object({
      wordCount: count.meta({ description: 'Words in the main body.', example: 14 }),
      characterCount: count.meta({
        description: 'Non-whitespace characters of the main body.',
        example: 61,
      }),
      sentenceCount: count.meta({
        description:
          'Sentences of the main body. Without a final mark only four words and more are one.',
        example: 3,
      }),
      paragraphCount: count.meta({ description: 'Paragraphs of the main body.', example: 1 }),
      avgWordsPerSentence: z.number().min(0).meta({
        description: 'wordCount / sentenceCount with two decimals; 0 without a sentence.',
        example: 4.67,
      }),
      contentToHtmlRatio: z.number().min(0).max(100).meta({
        description: 'Percent of the raw HTML that is visible text, in bytes; two decimals.',
        example: 46.25,
      }),
    })
    .meta({ description: 'Counts of the main body, and its part of the page.' }),
  readability: z
    .object({
      fleschKincaidGrade: index('0.39 W/S + 11.8 Y/W - 15.59', -0.28),
      fleschReadingEase: index('206.835 - 1.015 W/S - 84.6 Y/W', 105.41),
      automatedReadabilityIndex: index('4.71 C/W + 0.5 W/S - 21.43; C letters and digits', 0.42),
      colemanLiauIndex: index(
        '0.0588 L - 0.296 N - 15.8; letters and sentences per 100 words',
        2.22,
      ),
      gunningFog: index(
        '0.4 (W/S + 100 P/W); P words of three syllables and more without a final -es, -ed, -ing',
        1.87,
      ),
      smogIndex: index('1.043 sqrt(30 P/S) + 3.1291; P words of three syllables and more', 3.13),
      fleschKincaid: index('The same as fleschKincaidGrade.', -0.28),
    })
    .meta({
      description:
        'Of the main body, with W words, S sentences and Y syllables; two decimals. All 0 without words or sentences, all null in scripts that do not write syllables, such as Chinese or Arabic. The constants are those of English.',
    }),
  consistency: z
    .object({
      titleToContent: share('title', 50),
      descriptionToContent: share('meta description', null),
    })
    .meta({ description: 'Whether title and description tell what the page is about.' }),
  flags: z
    .object({
      isLoremIpsum: z.boolean().meta({
        description: 'Placeholder text ("Lorem ipsum ...") stands somewhere on the page.',
      }),
    })
    .meta({ description: 'What stands out.' }),
  wordCount: count.meta({ description: 'The same as metrics.wordCount.', example: 14 }),
  markdown: z.string().nullable().meta({
    description: 'The main body as Markdown, with absolute links; null unless format=markdown.',
  }),
})
