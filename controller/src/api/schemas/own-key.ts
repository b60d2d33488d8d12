import { z } from 'zod'
import { IsoTime } from './time.ts'

/** A key as its person sees it. Source: decisions, section 3 */
const OwnKeyObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'key_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    name: z.string().meta({ description: 'For people.', example: 'Deploy script' }),
    lastFour: z.string().meta({ description: 'Its last four characters.', example: 'x7Qa' }),
    role: z
      .string()
      .nullable()
      .meta({ description: "The person's role, which the key has too.", example: 'owner' }),
    createdAt: IsoTime.meta({ description: 'When it was made.' }),
    lastUsedAt: IsoTime.nullable().meta({
      description: 'When it was used last, to the minute.',
      example: null,
    }),
    expiresAt: IsoTime.nullable().meta({
      description: 'From when on it is refused; null: never.',
      example: null,
    }),
    revokedAt: IsoTime.nullable().meta({
      description: 'When it was revoked; null: it was not.',
      example: null,
    }),
    state: z
      .enum(['inForce', 'expired', 'revoked', 'personLeft'])
      .meta({ description: 'Why it is taken or not, apart from limits.' }),
  })
  .meta({ id: 'OwnKey' })

/** Keys of a person. */
export const OwnKeyList = z.object({
  keys: z.array(OwnKeyObject).meta({ description: 'Newest first; at most 500.' }),
})

/** A key just made. */
export const OwnKeyCreated = z.object({
  key: OwnKeyObject,
  value: z.string().meta({
    description: 'The key itself. It is shown this once.',
    example: 'sl_live_4fTq1Zb7Kx0Pq2Lr9sWd4fTq1Zb7Kx0P',
  }),
})

/** A revoked key. */
export const OwnKeyRevoked = z.object({
  deleted: z.literal(true).meta({ description: 'It is refused from now on.' }),
  id: z.string().meta({ description: 'The key.', example: 'key_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})
