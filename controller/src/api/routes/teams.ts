import { z } from 'zod'
import { TeamChange, TeamCreation } from '../../alerting/teams/team-input.ts'
import type { TeamService } from '../../alerting/teams/team-service.ts'
import { MAX_TEAMS } from '../../alerting/teams/team-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { Deleted } from '../schemas/monitor.ts'
import { paging } from '../schemas/parameters.ts'
import { TeamAnswer, TeamList } from '../schemas/team.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const
const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const
const COMMON = { tags: ['Alerting'], security: [{ apiKey: [] }] }

const MAX_PER = 200

const TeamPath = z.object({
  id: z.string().meta({ description: 'Id of the team.', example: 'team_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})

/** Alert teams. Source: decisions, section 7 */
export function addTeamRoutes(app: Api, teams: TeamService): void {
  app.get(
    '/api/v1/alerting/teams',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'List alert teams',
        description: 'Newest first.',
        operationId: 'listTeams',
        querystring: z.object(paging(MAX_PER)),
        response: { 200: TeamList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per } = request.query
      const found = await teams.list(actorOf(request).workspaceId, {
        limit: per,
        offset: (page - 1) * per,
      })
      return { total: found.total, page, per, teams: found.teams, usage: usage(request) }
    },
  )

  app.post(
    '/api/v1/alerting/teams',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Create an alert team',
        description: `Needs a name that no other team has (in any case). At most ${MAX_TEAMS} in a workspace.`,
        operationId: 'createTeam',
        body: TeamCreation,
        response: { 201: TeamAnswer, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const team = await teams.create(actorOf(request).workspaceId, request.body)
      return reply.code(201).send({ team, usage: usage(request) })
    },
  )

  app.get(
    '/api/v1/alerting/teams/:id',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'Read one alert team',
        operationId: 'readTeam',
        params: TeamPath,
        response: { 200: TeamAnswer, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      team: await teams.get(actorOf(request).workspaceId, request.params.id),
      usage: usage(request),
    }),
  )

  app.patch(
    '/api/v1/alerting/teams/:id',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Change an alert team',
        description: 'Any subset of the fields; lists are replaced.',
        operationId: 'changeTeam',
        params: TeamPath,
        body: TeamChange,
        response: { 200: TeamAnswer, ...errors(400, 404, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      team: await teams.change(actorOf(request).workspaceId, request.params.id, request.body),
      usage: usage(request),
    }),
  )

  app.delete(
    '/api/v1/alerting/teams/:id',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Delete an alert team',
        description: 'It is taken out of every monitor that names it.',
        operationId: 'deleteTeam',
        params: TeamPath,
        response: { 200: Deleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      await teams.remove(actorOf(request).workspaceId, request.params.id)
      return { deleted: true as const, id: request.params.id, usage: usage(request) }
    },
  )
}
