import type { TeamCreationInput } from '../../alerting/teams/team-input.ts'
import { TeamCreation } from '../../alerting/teams/team-input.ts'
import { MAX_TEAMS } from '../../alerting/teams/team-service.ts'
import { parseBody } from '../../imports/parse-body.ts'
import { freeTeamName } from '../../db/unique-values.ts'
import type { Thing } from '../plan/plan-entries.ts'
import type { Kind } from './kind.ts'
import { pick } from './kind.ts'

/** Alert teams. */
export const TEAM: Kind<Thing, TeamCreationInput> = {
  async read({ context, actor }) {
    const everything = { limit: MAX_TEAMS, offset: 0 }
    const { teams } = await context.teams.list(actor.workspaceId, everything)
    return teams.map(({ id, name, memberIds, contactIds, escalation }) => {
      const fields = { name, memberIds, contactIds, escalation }
      return { kind: 'team', id, name, sign: name.toLowerCase(), open: fields, shown: fields }
    })
  },
  signOf: (_, { name }) => (typeof name === 'string' ? name.trim().toLowerCase() : null),
  wish(_, body) {
    const said = parseBody(TeamCreation, body)
    const input = { memberIds: [], contactIds: [], escalation: [], ...said }
    return { input, open: input, shown: input }
  },
  async create({ context, actor }, input) {
    const { id } = await context.teams.create(actor.workspaceId, input)
    return { id, shownOnce: null }
  },
  async change({ context, actor }, { id }, input, fields) {
    await context.teams.change(actor.workspaceId, id, pick(input, fields))
  },
  async remove({ context, actor }, things) {
    for (const { id } of things) await context.teams.remove(actor.workspaceId, id)
  },
  async makeRoom({ context, actor: { workspaceId } }, { id }, fields) {
    if (fields.has('name')) await freeTeamName(context.db, workspaceId, id)
  },
}
