import { z } from 'zod'
import { ROLES } from '../../accounts/roles.ts'
import { IsoTime } from './time.ts'

const email = z.string().meta({ description: 'Whom it is for.', example: 'grace@example.com' })
const role = z.string().meta({ description: `One of ${ROLES.join(', ')}.`, example: 'editor' })
const invitedBy = z
  .string()
  .nullable()
  .meta({ description: 'Name of who made it; null: they are gone.', example: 'Ada' })
const expiresAt = IsoTime.meta({
  description: 'Until when its link works.',
  example: '2026-02-07T12:00:00.000Z',
})

const LAPSED =
  'lapsed: who made it may not give that role any more, as they left the workspace or have another role there'

/** An invitation that nobody has accepted. */
const InvitationObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'inv_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    email,
    role,
    invitedBy,
    createdAt: IsoTime.meta({ description: 'When it was made.' }),
    expiresAt,
    state: z.enum(['usable', 'expired', 'lapsed']).meta({
      description: `Whether its link works; ${LAPSED}.`,
      example: 'usable',
    }),
  })
  .meta({ id: 'Invitation' })

/** Open invitations. */
export const InvitationList = z.object({
  invitations: z
    .array(InvitationObject)
    .meta({ description: 'Newest first, those that have lapsed or expired lately among them.' }),
})

/** An invitation just made. */
export const InvitationCreated = z.object({
  invitation: InvitationObject,
  link: z.string().meta({
    description:
      'To be given to the person. It is shown this once, and works once, for seven days.',
    example: 'https://sightline.example/invitation?token=4fTq1Zb7Kx0Pq2Lr9sWd4fTq1Zb7Kx0P',
  }),
  mailed: z.boolean().meta({ description: 'Whether the link was mailed too.', example: true }),
})

/** An invitation taken back. */
export const InvitationDeleted = z.object({
  deleted: z.literal(true).meta({ description: 'Its link works no longer.' }),
  id: z.string().meta({ description: 'The invitation.', example: 'inv_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})

/** What a link leads to. */
export const InvitationSeen = z.object({
  state: z
    .enum(['usable', 'used', 'expired', 'lapsed'])
    .meta({ description: `Whether the link works; ${LAPSED}.` }),
  workspace: z.string().meta({ description: 'Name of the workspace.', example: 'Main workspace' }),
  email,
  role,
  invitedBy,
  expiresAt,
  hasAccount: z.boolean().meta({
    description:
      'true: the person signs in, and joins with POST /api/v1/me/invitations; false: they make an account.',
  }),
})
