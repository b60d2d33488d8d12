import { z } from 'zod'
import { FETCHED_PAGE } from './fetched-page.ts'

const MAX_KEYWORDS = 20
const MAX_KEYWORD_LENGTH = 100
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** The query parameter `keywords`, as a list without repetitions: white space is collapsed, and the
 *  first spelling of what differs only in case stays. Empty parts are left out. */
export const KeywordList = z
  .string(`must be 1 to ${MAX_KEYWORDS} keywords separated by commas`)
  .transform((text, context): string[] => {
    const parts = text
      .split(',')
      .map((part) => part.normalize('NFC').trim().replaceAll(/\s+/g, ' '))
    const keywords = firstSpellings(parts.filter((part) => part !== ''))
    const problem = problemOf(keywords)
    if (problem === null) return keywords
    context.issues.push({ code: 'custom', message: problem, input: text })
    return z.NEVER
  })
  .meta({
    description: `What to look for: 1 to ${MAX_KEYWORDS} words or phrases separated by commas, each of at most ${MAX_KEYWORD_LENGTH} characters.`,
    example: 'garden tools,spade',
  })

function firstSpellings(keywords: readonly string[]): string[] {
  const byFolded = new Map<string, string>()
  for (const keyword of keywords) {
    const folded = keyword.toLowerCase()
    if (!byFolded.has(folded)) byFolded.set(folded, keyword)
  }
  return [...byFolded.values()]
}

function problemOf(keywords: readonly string[]): string | null {
  if (keywords.length === 0 || keywords.length > MAX_KEYWORDS) {
    return `must be 1 to ${MAX_KEYWORDS} keywords separated by commas`
  }
  if (keywords.some((keyword) => keyword.length > MAX_KEYWORD_LENGTH)) {
    return `must have at most ${MAX_KEYWORD_LENGTH} characters in each keyword`
  }
  if (!keywords.every((keyword) => LETTER_OR_DIGIT.test(keyword))) {
    return 'must have a letter or a digit in each keyword'
  }
  return null
}

export const KeywordAnalysisOptions = z.object({ keywords: KeywordList })

const count = z.int().min(0)

const KeywordFindings = z.object({
  keyword: z
    .string()
    .max(MAX_KEYWORD_LENGTH)
    .meta({ description: 'As asked.', example: 'garden tools' }),
  count: count.meta({
    description:
      'How often it occurs in the visible text, as whole words. Case, accents, and whether words are joined by a hyphen or a space do not matter.',
    example: 12,
  }),
  density: z.number().min(0).max(100).meta({
    description: 'count / totalWords x 100, also for phrases; two decimals.',
    example: 2.41,
  }),
  exactMatches: count.meta({ description: 'How many of them are spelt as asked.', example: 9 }),
  prominence: z.number().min(0).max(100).meta({
    description:
      'How early it first occurs in the visible text: 100 x (1 - (firstPosition - 1) / totalWords), two decimals; 0 when it does not.',
    example: 98.19,
  }),
  firstPosition: z.int().min(1).nullable().meta({
    description:
      'Which word of the visible text its first occurrence begins with, from 1; null when it does not occur.',
    example: 10,
  }),
  in: z
    .object({
      title: z.boolean().meta({ description: 'In the title.', example: true }),
      metaDescription: z.boolean().meta({ description: 'In the meta description.', example: true }),
      h1: z.boolean().meta({ description: 'In a heading of level 1.', example: true }),
      headings: z.boolean().meta({ description: 'In a heading of level 2 to 6.', example: true }),
      url: z
        .boolean()
        .meta({ description: 'In the host, path or query of the fetched address.', example: true }),
      imageAlt: z.boolean().meta({ description: 'In the alt text of an image.' }),
      anchors: z.boolean().meta({ description: 'In the text of a link.', example: true }),
      firstParagraph: z.boolean().meta({
        description: 'In the first paragraph of the main part of the page.',
        example: true,
      }),
    })
    .meta({ description: 'Where it stands, by the same rules.' }),
  score: z.int().min(0).max(100).meta({
    description:
      'Sum of the weights of where it stands: title 25, h1 15, text 15, metaDescription 10, headings 10, url 10, firstParagraph 10, imageAlt 5; a density over 4 of a keyword that occurs three times or more takes 15 off.',
    example: 85,
  }),
  issues: z
    .array(z.string().max(200))
    .max(10)
    .meta({
      description: 'What would make the page fit the keyword better.',
      example: ['Keyword is not in the URL'],
    }),
})
export type KeywordFindings = z.output<typeof KeywordFindings>

/** Source: analyses design, "keyword analysis" */
export const KeywordAnalysisResult = z.object({
  ...FETCHED_PAGE,
  totalWords: count.meta({ description: 'Words of the visible text.', example: 498 }),
  keywords: z.array(KeywordFindings).max(MAX_KEYWORDS).meta({ description: 'As asked.' }),
  missing: z
    .array(z.string().max(MAX_KEYWORD_LENGTH))
    .max(MAX_KEYWORDS)
    .meta({
      description: 'Those that do not occur in the visible text.',
      example: ['lawn mower'],
    }),
})
