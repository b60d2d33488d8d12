import { z } from 'zod'
import { ROLES } from '../../accounts/roles.ts'
import { IsoTime } from './time.ts'

const role = z.string().meta({ description: `One of ${ROLES.join(', ')}.`, example: 'owner' })
const workspaceId = z
  .string()
  .meta({ description: 'Id of the workspace.', example: 'wsp_4fTq1Zb7Kx0Pq2Lr9sWd' })
const workspaceName = z.string().meta({ description: 'Its name.', example: 'Main workspace' })

/** Somebody who is signed in, and what they may do. */
export const OwnAccountAnswer = z
  .object({
    person: z
      .object({
        id: z.string().meta({ description: 'Id.', example: 'psn_4fTq1Zb7Kx0Pq2Lr9sWd' }),
        name: z.string().meta({ description: 'For people.', example: 'Ada' }),
        email: z.string().meta({ description: 'In lower case.', example: 'ada@example.com' }),
        zone: z.string().nullable().meta({
          description:
            'Time zone that mails tell times in, beside UTC. The app sets the one it shows times in; null: none is known, and they are in UTC.',
          example: 'Europe/Berlin',
        }),
      })
      .meta({ description: 'Who is signed in.' }),
    workspace: z
      .object({
        id: workspaceId,
        name: workspaceName,
        tier: z.string().meta({ description: 'Name of its plan.', example: 'unlimited' }),
      })
      .nullable()
      .meta({ description: 'Where this session works; null: the person belongs to none.' }),
    role: role.nullable().meta({ description: 'Role there; null without a workspace.' }),
    permissions: z
      .object({
        viewMonitoring: z.boolean().meta({
          description: 'May see monitors, outages, alerts, maintenance and people.',
          example: true,
        }),
        manageMonitoring: z
          .boolean()
          .meta({ description: 'May make and change them.', example: true }),
        analyse: z
          .boolean()
          .meta({ description: 'May analyse pages and crawl sites.', example: true }),
        managePeople: z.boolean().meta({
          description: 'May invite and remove people, and change their roles.',
          example: true,
        }),
        makeWorkspaces: z.boolean().meta({
          description: 'May make workspaces: who is owner or admin of the first.',
          example: true,
        }),
      })
      .meta({ description: 'What the role allows.' }),
    workspaces: z.array(z.object({ id: workspaceId, name: workspaceName, role })).meta({
      description: 'Workspaces the person belongs to, the one joined first before others.',
    }),
    secondFactor: z.boolean().meta({ description: 'Whether signing in takes a second step.' }),
  })
  .meta({ id: 'OwnAccount' })

/** A session. */
const SessionObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'ses_5f0c1a9be27d43806cb8f1d2' }),
    createdAt: IsoTime.meta({ description: 'When the person signed in.' }),
    lastSeenAt: IsoTime.nullable().meta({ description: 'When it was used last, to the minute.' }),
    expiresAt: IsoTime.meta({ description: 'When it ends unless it is used before.' }),
    ipAddress: z
      .string()
      .nullable()
      .meta({ description: 'Address that it was begun from.', example: '192.0.2.1' }),
    userAgent: z
      .string()
      .nullable()
      .meta({ description: 'Browser that it was begun with.', example: 'Mozilla/5.0' }),
    isCurrent: z.boolean().meta({ description: 'Whether it is this one.', example: true }),
  })
  .meta({ id: 'Session' })

/** Sessions of a person. */
export const SessionList = z.object({
  sessions: z
    .array(SessionObject)
    .meta({ description: 'The present one first, then the one used last; at most 200.' }),
})

/** An ended session. */
export const SessionEnded = z.object({
  deleted: z.literal(true).meta({ description: 'It is over.' }),
  id: z.string().meta({ description: 'The session.', example: 'ses_5f0c1a9be27d43806cb8f1d2' }),
})

/** Sessions ended together. */
export const SessionsEnded = z.object({
  deleted: z.int().meta({ description: 'How many there were.', example: 2 }),
})
