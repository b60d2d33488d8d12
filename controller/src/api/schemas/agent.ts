import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import { label } from '../../input/fields.ts'
import { UsageObject } from './answers.ts'
import { IsoTime } from './time.ts'

const region = z.string().meta({ description: 'Code of its location.', example: 'eu-west' })

/** An agent. */
const AgentObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'agt_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    region,
    regionName: z
      .string()
      .meta({ description: 'The location, for people.', example: 'Western Europe' }),
    country: z
      .string()
      .nullable()
      .meta({ description: 'ISO 3166-1 code; null if unknown.', example: 'IE' }),
    hostname: z.string().meta({ description: 'Name of its machine.', example: 'probe-dub-1' }),
    version: z.string().meta({ description: 'Version of its software.', example: '0.1.0' }),
    state: z.enum(['live', 'draining', 'away']).meta({
      description: 'live: connected; draining: it hands its checks over; away: not connected.',
      example: 'live',
    }),
    capabilities: z.array(z.string()).meta({
      description: 'What it can check and do.',
      example: ['analysis', 'browser', 'dns', 'ping', 'web'],
    }),
    connectedAt: IsoTime.meta({ description: 'When it connected last.' }),
    lastSeenAt: IsoTime.meta({ description: 'Its latest sign of life.' }),
    clockOffsetMs: z.number().meta({
      description: "How far its clock is ahead of the installation's, ms; it is corrected.",
      example: 12,
    }),
    trouble: z
      .string()
      .nullable()
      .meta({ description: 'Why its results have no vote; null: they have.', example: null }),
  })
  .meta({ id: 'Agent' })

/** Every agent that ever connected. */
export const AgentList = z.object({
  agents: z.array(AgentObject).meta({ description: 'By location.' }),
  usage: UsageObject,
})

const TokenObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'tok_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    name: z.string().meta({ description: 'For people.', example: 'Dublin rack 4' }),
    region,
    createdAt: IsoTime.meta({ description: 'When it was made.' }),
    revokedAt: IsoTime.nullable().meta({ description: 'When it was revoked; null: in force.' }),
    agents: z.int().meta({ description: 'Agents that ever connected with it.', example: 1 }),
    lastSeenAt: IsoTime.nullable().meta({ description: 'The latest sign of life of any of them.' }),
  })
  .meta({ id: 'AgentToken' })

export const AgentTokenList = z.object({
  tokens: z.array(TokenObject).meta({ description: 'Those in force first.' }),
  usage: UsageObject,
})

const MAX_NAME_LENGTH = 100

/** Body of POST /agents/tokens. */
export const AgentTokenCreation = z
  .strictObject({
    region: RegionCode.meta({
      description: 'Location of the agents; made known if it is new.',
      example: 'eu-west',
    }),
    name: label(MAX_NAME_LENGTH)
      .optional()
      .meta({ description: 'For people; the location by default.', example: 'Dublin rack 4' }),
  })
  .meta({ id: 'AgentTokenCreation' })

/** A token just made. */
export const AgentTokenCreated = z.object({
  token: z
    .object({
      id: z.string().meta({ description: 'Id.', example: 'tok_4fTq1Zb7Kx0Pq2Lr9sWd' }),
      region,
      name: z.string().meta({ description: 'For people.', example: 'Dublin rack 4' }),
      value: z.string().meta({
        description: 'The token itself. It is shown this once.',
        example: 'sla_4fTq1Zb7Kx0Pq2Lr9sWd4fTq1Zb7Kx0P',
      }),
      command: z.string().meta({
        description: 'Starts an agent with it, in a checkout of this project.',
        example:
          'npm run agent -- --controller sightline.example.com:8081 --token sla_4fTq1Zb7Kx0Pq2Lr9sWd4fTq1Zb7Kx0P --region eu-west',
      }),
      note: z.string().nullable().meta({
        description: 'What stands in the way of agents elsewhere; null: nothing known.',
        example: null,
      }),
    })
    .meta({ description: 'The new token.' }),
  usage: UsageObject,
})
