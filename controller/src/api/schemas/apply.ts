import { z } from 'zod'
import { APPLIED_KINDS } from '../../apply/applied-kinds.ts'
import { ErrorBody, UsageObject } from './answers.ts'

const kind = z.enum(APPLIED_KINDS).meta({ description: 'What it is.', example: 'monitor' })
const key = z.string().meta({ description: 'By what it is found again.', example: 'shop' })
const name = z.string().meta({ description: 'For people.', example: 'Shop' })
const id = z.string().meta({ description: 'Its id.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' })

const field = z.object({
  field: z.string().meta({ description: 'The field.', example: 'intervalMinutes' }),
  before: z.unknown().meta({
    description: 'What it is; secrets read "***", ids by their names. null: there is none.',
    example: 5,
  }),
  after: z.unknown().meta({ description: 'What it becomes, in the same way.', example: 1 }),
})

/** What would be done about one thing, or was. */
export const ApplyStep = z
  .object({
    action: z.enum(['create', 'change', 'adopt', 'remove']).meta({
      description:
        'create: it is made; change: some of its fields are; adopt: it is as it is wanted, and belongs to the set from now on; remove: it is taken away (prune).',
      example: 'change',
    }),
    kind,
    key,
    name,
    id: id.nullable().meta({
      description: 'Its id; null of what is not made yet.',
      example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
    }),
    at: z.string().nullable().meta({
      description: 'Where it stands in the document; null of what is removed.',
      example: 'monitors[0]',
    }),
    fields: z.array(field).meta({
      description:
        'Of a change, the fields that differ: those that the document leaves out have their defaults.',
    }),
    shownOnce: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        'What was made for it and is never shown again: the webhookSecret of a contact. null: nothing.',
      example: null,
    }),
  })
  .meta({ id: 'ApplyStep', description: 'What would be done about one thing, or was.' })

const count = (what: string, example: number) => z.int().meta({ description: what, example })

/** The answer of POST /apply. */
export const ApplyAnswer = z
  .object({
    set: z.string().nullable().meta({ description: 'The set; null: none.', example: 'shop' }),
    dryRun: z.boolean().meta({ description: 'Whether nothing was done.', example: false }),
    steps: z.array(ApplyStep).meta({
      description: 'What was done, or would be. Empty where everything is as the document says.',
    }),
    counts: z
      .object({
        create: count('Things that are made.', 0),
        change: count('Things that are changed.', 1),
        adopt: count('Things that belong to the set from now on.', 0),
        remove: count('Things that are removed.', 0),
        unchanged: count('Things that are as they are wanted.', 12),
      })
      .meta({ description: 'The steps in numbers.' }),
    left: z.array(z.object({ kind, key, name, id })).meta({
      description:
        'What the set brought and the document does not name any more: it stays, as prune was not asked for.',
      example: [],
    }),
    warnings: z
      .array(
        z.object({
          at: z.string().nullable().meta({ description: 'Where.', example: 'monitors[0]' }),
          message: z.string().meta({
            description: 'A sentence.',
            example: 'It names regions without agents here: they are left out.',
          }),
        }),
      )
      .meta({
        description: 'What is not as it is in the document, which was exported elsewhere.',
        example: [],
      }),
    digest: z.string().meta({
      description: 'What the steps come to, to be sent as expect by whoever agrees to them.',
      example: 'Jx0Pq2Lr9sWd4fTq1Zb7KxJx0Pq2Lr9sWd4fTq1Zb7Kx',
    }),
    usage: UsageObject,
  })
  .meta({ id: 'ApplyAnswer' })

/** The error of a document that is not valid. */
export const DocumentProblems = ErrorBody.extend({
  problems: z
    .array(
      z.object({
        at: z.string().nullable().meta({
          description: 'Where it stands; null: in no entry.',
          example: 'monitors[3]',
        }),
        field: z.string().nullable().meta({
          description: 'The field within that; null: none is named.',
          example: 'dependsOn[0]',
        }),
        message: z.string().meta({
          description: 'A sentence.',
          example: 'The field "dependsOn[0]" names "Nobody": there is no such monitor.',
        }),
      }),
    )
    .optional()
    .meta({
      description:
        'All that is wrong with the document, up to 100 of it; only where that was read.',
    }),
}).meta({ id: 'DocumentProblems' })
