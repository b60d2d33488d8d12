import { z } from 'zod'
import type { AgentService } from '../../agents/agent-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import {
  AgentList,
  AgentTokenCreated,
  AgentTokenCreation,
  AgentTokenList,
} from '../schemas/agent.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { Deleted } from '../schemas/monitor.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const
/** For owners and admins. */
const ADMINISTER = (othersAreTold: string) =>
  ({ access: { area: 'monitoring', permission: 'manage', othersAreTold } }) as const
const REMOVE = ADMINISTER('Agents are removed by owners and admins of the workspace.')
/** Whoever holds a token of a location can make up its results. */
const TOKENS = ADMINISTER('Tokens of agents are for owners and admins of the workspace.')
const COMMON = { tags: ['Agents'], security: [{ apiKey: [] }] }

const TokenPath = z.object({
  id: z.string().meta({ description: 'Id of the token.', example: 'tok_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})

const AgentPath = z.object({
  id: z.string().meta({
    description: 'Id of the agent, or its host name where no other agent has it.',
    example: 'agt_4fTq1Zb7Kx0Pq2Lr9sWd',
  }),
})

/** Agents and their tokens, for the workspace that runs the installation. */
export function addAgentRoutes(app: Api, agents: AgentService): void {
  app.get(
    '/api/v1/agents',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'List the agents',
        description:
          'Every agent that ever connected and was not removed. For the workspace that runs the installation; others see in GET /monitors/options which locations there are.',
        operationId: 'listAgents',
        response: { 200: AgentList, ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      agents: (await agents.agents(actorOf(request).workspaceId)).map((agent) => ({
        ...agent,
        capabilities: [...agent.capabilities],
      })),
      usage: usage(request),
    }),
  )

  app.delete(
    '/api/v1/agents/:id',
    {
      config: REMOVE,
      schema: {
        ...COMMON,
        summary: 'Remove an agent',
        description:
          'It is disconnected at once, others of its location take over its monitors, and it does not come back with the token it had. A token that no other agent has is revoked. For owners and admins.',
        operationId: 'removeAgent',
        params: AgentPath,
        response: { 200: Deleted, ...errors(404, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = await agents.remove(actorOf(request).workspaceId, request.params.id)
      return { deleted: true as const, id, usage: usage(request) }
    },
  )

  app.get(
    '/api/v1/agents/tokens',
    {
      config: TOKENS,
      schema: {
        ...COMMON,
        summary: 'List the tokens that agents connect with',
        description: 'Without their values. For owners and admins.',
        operationId: 'listAgentTokens',
        response: { 200: AgentTokenList, ...KEYED_ERRORS },
      },
    },
    async (request) => {
      return { tokens: await agents.tokens(actorOf(request).workspaceId), usage: usage(request) }
    },
  )

  app.post(
    '/api/v1/agents/tokens',
    {
      config: TOKENS,
      schema: {
        ...COMMON,
        summary: 'Make a token for the agents of a location',
        description: 'The answer has the line that starts an agent with it. For owners and admins.',
        operationId: 'createAgentToken',
        body: AgentTokenCreation,
        response: { 201: AgentTokenCreated, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const token = await agents.createToken(actorOf(request).workspaceId, request.body)
      return reply.code(201).send({ token, usage: usage(request) })
    },
  )

  app.delete(
    '/api/v1/agents/tokens/:id',
    {
      config: TOKENS,
      schema: {
        ...COMMON,
        summary: 'Revoke a token',
        description: 'Its agents are disconnected at once. For owners and admins.',
        operationId: 'revokeAgentToken',
        params: TokenPath,
        response: { 200: Deleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      await agents.revokeToken(actorOf(request).workspaceId, id)
      return { deleted: true as const, id, usage: usage(request) }
    },
  )
}
