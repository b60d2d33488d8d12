import { TeamCreation } from '../../alerting/teams/team-input.ts'
import type { ImportSession } from '../import-session.ts'
import { parseBody } from '../parse-body.ts'
import type { MakeThing } from './maker.ts'
import { resolvePeople } from './recipients.ts'

type Body = Readonly<Record<string, unknown>>

/** An alert team; it is there already when the workspace has one of its name. */
export const makeTeam: MakeThing = async (session, { body }, warnings) => {
  const { context, actor, isDryRun, teams } = session
  // As the file has it: what would be made has no id yet, and a step of nobody would be refused.
  const { name: title } = parseBody(TeamCreation, body)
  const name = title.toLowerCase()
  const holder = teams.get(name)
  if (holder !== undefined) {
    const reason = `The workspace has an alert team named "${title}" already: it stays as it is.`
    return { outcome: 'duplicate', id: holder, reason }
  }
  const resolved = await resolveTeam(session, body, warnings)
  if (isDryRun) {
    teams.set(name, null)
    return { outcome: 'toMake' }
  }
  const { id } = await context.teams.create(actor.workspaceId, parseBody(TeamCreation, resolved))
  teams.set(name, id)
  return { outcome: 'made', id }
}

async function resolveTeam(session: ImportSession, body: Body, warnings: string[]): Promise<Body> {
  const team = await resolvePeople(session, body, warnings)
  const escalation: Body[] = []
  for (const step of (body['escalation'] ?? []) as readonly Body[]) {
    const resolved = await resolvePeople(session, step, warnings)
    if (isSomebody(resolved['memberIds']) || isSomebody(resolved['contactIds']))
      escalation.push(resolved)
  }
  return { ...team, escalation }
}

function isSomebody(ids: unknown): boolean {
  return Array.isArray(ids) && ids.length > 0
}
