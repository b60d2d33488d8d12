import { z } from 'zod'
import { UsageObject, pageOf } from './answers.ts'
import { IsoTime } from './time.ts'

const Change = z.object({
  field: z.string().meta({ description: 'What was sent.', example: 'intervalMinutes' }),
  to: z.unknown().optional().meta({
    description:
      'What it was set to; left out where that may hold a secret, such as an address, a header or a body.',
    example: 5,
  }),
})

const AuditLogEntry = z
  .object({
    id: z.string().meta({ description: 'Id of the entry.', example: '1042' }),
    at: IsoTime.meta({ description: 'When.' }),
    person: z
      .object({
        id: z.string().nullable().meta({
          description: 'Their id; null: they are gone.',
          example: 'psn_4fTq1Zb7Kx0Pq2Lr9sWd',
        }),
        name: z.string().meta({ description: 'Their name then.', example: 'Ada' }),
      })
      .meta({ description: 'Who, or whose key.' }),
    keyName: z.string().nullable().meta({
      description: 'Name of the API key; null: in the app.',
      example: 'Deploy script',
    }),
    address: z.string().meta({ description: 'Where the call came from.', example: '192.0.2.7' }),
    action: z.string().meta({
      description: 'What was done to what, as noun.done; later versions may know more.',
      example: 'monitor.changed',
    }),
    subject: z
      .object({
        id: z.string().meta({ description: 'Id.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
        name: z
          .string()
          .nullable()
          .meta({ description: 'Its name then, as far as it is known.', example: 'Shop' }),
      })
      .nullable()
      .meta({ description: 'What was changed; null where it is no single thing.' }),
    changes: z.array(Change).meta({ description: 'What was sent, field by field.' }),
  })
  .meta({ id: 'AuditLogEntry' })

/** The answer of GET /audit-log. */
export const AuditLog = z.object({
  ...pageOf('Entries that match.'),
  entries: z.array(AuditLogEntry).meta({ description: 'Newest first.' }),
  usage: UsageObject,
})
