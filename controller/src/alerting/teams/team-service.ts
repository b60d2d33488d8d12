import { AppError } from '@sightline/shared/errors'
import type { Database, Queryable } from '../../db/pool.ts'
import type { TeamRow } from '../../db/teams.ts'
import {
  countTeams,
  deleteTeam,
  insertTeam,
  listTeams,
  readTeams,
  updateTeam,
} from '../../db/teams.ts'
import { lockWorkspace } from '../../db/workspaces.ts'
import { newPublicId } from '../../secrets/random-id.ts'
import { naming } from '../name-taken.ts'
import { checkRecipientIds } from './recipient-references.ts'
import type { TeamChangeInput, TeamCreationInput } from './team-input.ts'

/** Teams of one workspace; more is a mistake of a program. */
export const MAX_TEAMS = 100

interface Context {
  readonly db: Database
  readonly now: () => Date
}

/** An alert team as people and their programs see it. Source: decisions, section 7 */
export interface TeamView {
  id: string
  name: string
  memberIds: string[]
  contactIds: string[]
  escalation: { afterMinutes: number; memberIds: string[]; contactIds: string[] }[]
  createdAt: Date
}

/** Everything the API does with alert teams; each call throws AppError for what it refuses. */
export type TeamService = ReturnType<typeof createTeamService>

export function createTeamService(context: Context) {
  const { db } = context
  return {
    async list(workspaceId: number, page: { limit: number; offset: number }) {
      const rows = await listTeams(db, workspaceId, page)
      return { total: await countTeams(db, workspaceId), teams: rows.map(viewTeam) }
    },
    get: async (workspaceId: number, id: string): Promise<TeamView> =>
      viewTeam(await requireTeam(db, workspaceId, id)),
    create: (workspaceId: number, input: TeamCreationInput) =>
      createTeam(context, workspaceId, input),
    change: (workspaceId: number, id: string, input: TeamChangeInput) =>
      changeTeam(context, workspaceId, id, input),
    async remove(workspaceId: number, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        // Whoever names it at this moment waits, and is told that it is gone.
        await lockWorkspace(tx, workspaceId)
        if (!(await deleteTeam(tx, workspaceId, id))) throw teamNotFound(id)
      })
    },
  } as const
}

async function createTeam(
  context: Context,
  workspaceId: number,
  input: TeamCreationInput,
): Promise<TeamView> {
  const { name, memberIds = [], contactIds = [], escalation = [] } = input
  const publicId = newPublicId('team')
  const team = { publicId, name, memberIds, contactIds, escalation, createdAt: context.now() }
  await naming('alert team', name, () =>
    context.db.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId)
      await checkPeople(tx, workspaceId, team)
      if ((await countTeams(tx, workspaceId)) >= MAX_TEAMS) {
        throw new AppError(
          'conflict',
          `The workspace has ${MAX_TEAMS} alert teams, which is the most it can have: delete one first.`,
        )
      }
      await insertTeam(tx, workspaceId, team)
    }),
  )
  return viewTeam(team)
}

async function changeTeam(
  context: Context,
  workspaceId: number,
  id: string,
  input: TeamChangeInput,
): Promise<TeamView> {
  return naming('alert team', input.name ?? '', () =>
    context.db.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId)
      const before = await requireTeam(tx, workspaceId, id)
      const team: TeamRow = {
        ...before,
        name: input.name ?? before.name,
        memberIds: input.memberIds ?? before.memberIds,
        contactIds: input.contactIds ?? before.contactIds,
        escalation: input.escalation ?? before.escalation,
      }
      // What is stored is there: whoever is removed is taken out of every team.
      await checkPeople(tx, workspaceId, team)
      await updateTeam(tx, workspaceId, team)
      return viewTeam(team)
    }),
  )
}

async function checkPeople(tx: Queryable, workspaceId: number, team: TeamRow): Promise<void> {
  await checkRecipientIds(tx, workspaceId, '', team)
  for (const [index, step] of team.escalation.entries()) {
    await checkRecipientIds(tx, workspaceId, `escalation[${index}].`, step)
  }
}

function viewTeam(row: TeamRow): TeamView {
  return {
    id: row.publicId,
    name: row.name,
    memberIds: [...row.memberIds],
    contactIds: [...row.contactIds],
    escalation: row.escalation.map(({ afterMinutes, memberIds, contactIds }) => ({
      afterMinutes,
      memberIds: [...memberIds],
      contactIds: [...contactIds],
    })),
    createdAt: row.createdAt,
  }
}

async function requireTeam(db: Queryable, workspaceId: number, id: string): Promise<TeamRow> {
  const [row] = await readTeams(db, workspaceId, [id])
  if (row === undefined) throw teamNotFound(id)
  return row
}

function teamNotFound(id: string): AppError {
  const shown = id.length > 40 ? `${id.slice(0, 40)}…` : id
  return new AppError('notFound', `There is no alert team with the id "${shown}" in the workspace.`)
}
