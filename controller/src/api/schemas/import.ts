import { z } from 'zod'
import { FORMAT_NAMES } from '../../imports/format-names.ts'
import type { Outcome } from '../../imports/import-row.ts'
import { IMPORTED_KINDS, OUTCOMES } from '../../imports/import-row.ts'
import { UsageObject } from './answers.ts'

/** What became of one thing of a file. */
export const ImportRowObject = z
  .object({
    what: z.string().meta({
      description: `${IMPORTED_KINDS.join(', ')}; of what is not carried over, what the file calls it, such as "docker monitor".`,
      example: 'monitor',
    }),
    name: z.string().meta({ description: 'Its name in the file.', example: 'Shop' }),
    at: z.string().nullable().meta({
      description: 'Where it stands in the file; null where that says nothing.',
      example: 'line 2',
    }),
    outcome: z.enum(OUTCOMES).meta({
      description:
        'toMake: it would be made (a dry run); made: it was; duplicate: the workspace has it already, or the file names it twice, and what is there stays as it is; refused: the rules or the plan do not let it be; notCarried: there is nothing here that it could become.',
      example: 'made',
    }),
    id: z.string().nullable().meta({
      description: 'Id of what was made, or of the one that is there; null where there is none.',
      example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
    }),
    reason: z.string().nullable().meta({
      description: 'Why it was not made, a sentence; null: it was, or would be.',
      example: null,
    }),
    warnings: z.array(z.string()).meta({
      description: 'What is not as it was in the file, a sentence each.',
      example: ['It is checked every minute, not every 20 s.'],
    }),
    type: z
      .string()
      .nullable()
      .meta({ description: 'Type of a monitor; null of others.', example: 'web' }),
    url: z.string().nullable().meta({
      description: 'What a monitor watches, normalised; null of others.',
      example: 'https://shop.example.com/',
    }),
    active: z.boolean().nullable().meta({
      description: 'Of a monitor: whether it is checked; false: it is made paused. null of others.',
      example: true,
    }),
    shownOnce: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        'What was made for it and is never shown again: the webhookSecret of a contact. null: nothing.',
      example: null,
    }),
  })
  .meta({ id: 'ImportRow', description: 'What became of one thing of a file, or would.' })

const WORDS: Readonly<Record<Outcome, string>> = {
  toMake: 'That would be made.',
  made: 'That were made.',
  duplicate: 'That are there already.',
  refused: 'That are refused.',
  notCarried: 'That nothing here stands for.',
}

const counts = (made: number) =>
  z.object(
    Object.fromEntries(
      OUTCOMES.map((outcome) => [
        outcome,
        z.int().meta({ description: WORDS[outcome], example: outcome === 'made' ? made : 0 }),
      ]),
    ) as Record<Outcome, z.ZodInt>,
  )

const summary = z.object({
  total: z.int().meta({ description: 'Rows.', example: 1 }),
  outcomes: counts(1).meta({ description: 'Rows by outcome.' }),
  byKind: z
    .object(
      Object.fromEntries(
        IMPORTED_KINDS.map((kind) => [
          kind,
          counts(kind === 'monitor' ? 1 : 0).meta({
            description: `Rows of the kind ${kind} by outcome.`,
          }),
        ]),
      ) as Record<(typeof IMPORTED_KINDS)[number], ReturnType<typeof counts>>,
    )
    .meta({ description: 'The same by kind.' }),
  placesFree: z.int().nullable().meta({
    description:
      'Monitors that the plan let be made when it began: as many of the file fit. null: any number.',
    example: 38,
  }),
  withWarnings: z.int().meta({ description: 'Rows with warnings.', example: 1 }),
})

/** The answer of POST /imports. */
export const ImportAnswer = z.object({
  format: z
    .enum(FORMAT_NAMES)
    .meta({ description: 'The format the file was read as.', example: 'uptimeKuma' }),
  dryRun: z.boolean().meta({ description: 'Whether nothing was made.', example: false }),
  monitors: z.int().meta({
    description:
      'Monitors that were read from the file, told before the rows: those that are not carried over are not among them.',
    example: 1,
  }),
  rows: z.array(ImportRowObject).meta({
    description: 'A row for each thing of the file, in the order in which they are made.',
  }),
  summary: summary.meta({ description: 'The rows in numbers.' }),
  usage: UsageObject,
})
