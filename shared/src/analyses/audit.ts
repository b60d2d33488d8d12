import { z } from 'zod'
import { AUDIT_CHECK_IDS } from './audit-checks.ts'
import { AUDIT_CATEGORIES, AUDIT_GRADES, AUDIT_SEVERITIES } from './audit-checks/words.ts'
import { FETCHED_PAGE } from './fetched-page.ts'

/** Longest text of a page that its audit shows, in characters. */
export const MAX_AUDIT_TEXT = 1_000
/** Longest sentence of a check, in characters. */
export const MAX_AUDIT_SENTENCE = 500
/** Examples that a check names of what it found wrong. */
export const MAX_AUDIT_EXAMPLES = 5

const count = z.int().min(0)
const percent = z.int().min(0).max(100)
/** One more for the sign that it was cut. */
const shown = z.string().max(MAX_AUDIT_TEXT + 1)
const sentence = z.string().max(MAX_AUDIT_SENTENCE)
const weight = z.number().min(0).max(10)

/** What one check found. */
export const AuditCheck = z.object({
  passed: z.boolean().nullable().meta({
    description: 'null: does not apply to this page, and does not count in the score.',
  }),
  severity: z.enum(AUDIT_SEVERITIES).meta({
    description: 'From what keeps a page out of search results to what is worth knowing.',
  }),
  category: z.enum(AUDIT_CATEGORIES).meta({ description: 'Part of the audit it belongs to.' }),
  weight: z.int().min(1).max(10).meta({ description: 'What the check counts in the score.' }),
  earned: weight.nullable().meta({
    description:
      'What the page gets of the weight: all of it when the check passed; where more than half of what was counted (images, links, labels) is good, that share of it; else 0. null when the check does not apply.',
  }),
  value: z
    .union([shown, z.number(), z.boolean()])
    .nullable()
    .meta({ description: 'What was measured or found.' }),
  expected: sentence.optional().meta({ description: 'What would pass, where it can be said.' }),
  message: sentence.meta({
    description: 'What the check asks for and why; or why it does not apply.',
  }),
  issue: sentence.nullable().meta({ description: 'What is wrong; null unless the check failed.' }),
  examples: z
    .array(shown)
    .max(MAX_AUDIT_EXAMPLES)
    .optional()
    .meta({ description: 'The first things found wrong, where a failed check counts them.' }),
})
export type AuditCheck = z.output<typeof AuditCheck>

/** Source: contract, "Crawl page item"; the one-URL endpoint answers the same. */
export const AuditResult = z.object({
  ...FETCHED_PAGE,
  score: percent.meta({
    description:
      'Weight earned of the weight of all checks that apply, in percent. At most 69 when a critical check failed (79 when that is a missing title), at most 59 when two or more did; 0 when the status is not 200.',
    example: 97,
  }),
  grade: z.enum(AUDIT_GRADES).meta({
    description: 'A from 90, B from 80, C from 70, D from 60, else F.',
  }),
  issues: z
    .array(sentence)
    .max(AUDIT_CHECK_IDS.length)
    .meta({
      description:
        'Issues of all failed checks, most severe first; only "broken" when the status is not 200.',
      example: [
        '1 of 3 images have no alt attribute',
        'Title is too short (12 characters, recommended 30-60)',
        'Favicon link is missing',
        'URL redirects (1 hop)',
      ],
    }),
  title: shown.meta({
    description: 'Text of the title tag; empty without one.',
    example: 'Garden trees',
  }),
  metaDescription: shown.meta({
    description: 'Meta description; empty without one.',
    example: 'Apple, pear and plum trees from a nursery that has grown them by hand since 1932.',
  }),
  h1: shown.meta({
    description: 'Text of the first h1; empty without one.',
    example: 'Trees for every garden',
  }),
  wordCount: count.meta({ description: 'Words of the visible text in the body.', example: 362 }),
  internalLinks: count.meta({
    description: 'Links to the same host, a leading "www." ignored.',
    example: 3,
  }),
  externalLinks: count.meta({ description: 'http and https links to other hosts.' }),
  summary: z
    .object({
      total: count.meta({ description: 'All checks: passed, failed and not applicable.' }),
      passed: count.meta({ description: 'Checks that passed.' }),
      failed: count.meta({ description: 'Checks that failed, of any severity.', example: 4 }),
      warnings: count.meta({
        description: 'Of those that failed: how many are warnings.',
        example: 1,
      }),
      notApplicable: count.meta({
        description: 'Checks that make no sense on this page.',
        example: 10,
      }),
    })
    .meta({ description: 'How many checks came out which way.' }),
  categories: z.record(z.enum(AUDIT_CATEGORIES), percent).meta({
    description:
      'Scores by category, computed as the score but without caps; 100 where no check of the category applies, 0 when the status is not 200.',
  }),
  checks: z
    .record(z.enum(AUDIT_CHECK_IDS), AuditCheck)
    .meta({ description: 'All checks by id, those that passed or do not apply too.' }),
})
export type AuditResult = z.output<typeof AuditResult>
