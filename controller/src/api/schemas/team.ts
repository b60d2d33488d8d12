import { z } from 'zod'
import { UsageObject, pageOf } from './answers.ts'
import { IsoTime } from './time.ts'

const memberIds = z.array(z.string()).meta({ description: 'People of the workspace.', example: [] })
const contacts = (id: string) =>
  z.array(z.string()).meta({ description: 'Alert contacts.', example: [id] })

/** An alert team. Source: decisions, section 7 */
export const TeamObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'team_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    name: z.string().meta({ description: 'For people.', example: 'Shop' }),
    memberIds,
    contactIds: contacts('ctc_4fTq1Zb7Kx0Pq2Lr9sWd'),
    escalation: z
      .array(
        z.object({
          afterMinutes: z
            .int()
            .meta({ description: 'Minutes after the outage began.', example: 15 }),
          memberIds,
          contactIds: contacts('ctc_9XbQ4mT1yKz8Lp7Hc2Vn'),
        }),
      )
      .meta({
        description: 'Who is alerted later while an outage lasts; the earliest step comes first.',
      }),
    createdAt: IsoTime.meta({ description: 'When it was created.' }),
  })
  .meta({ id: 'AlertTeam' })

/** The answer of routes about one team. */
export const TeamAnswer = z.object({ team: TeamObject, usage: UsageObject })

/** A listing. */
export const TeamList = z.object({
  ...pageOf('Teams of the workspace.'),
  teams: z.array(TeamObject).meta({ description: 'Newest first.' }),
  usage: UsageObject,
})
