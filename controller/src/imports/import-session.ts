import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { readMembersAmong } from '../db/monitors.ts'
import { readRegions } from '../db/regions.ts'
import type { Actor } from '../monitors/monitor-context.ts'
import type { ImportContext } from './import-context.ts'
import { withPatience } from './limited-patience.ts'

/** How long the name servers of one file are waited for, three minutes of ten that are asked side by side: others wait
 *  for the place. */
const PATIENCE_MS = 1_800_000

/** What an import knows while it goes on. Everything in it is bounded by what a file may hold. */
export interface ImportSession {
  readonly context: ImportContext
  readonly actor: Actor
  readonly isDryRun: boolean
  /** Id of each thing of the file that is there now, by what the file calls it; null: it would be made. */
  readonly ids: Map<string, string | null>
  /** What the workspace has, and what the file had so far: ids by name in lower case; null: it would be made. */
  readonly contacts: Map<string, string | null>
  readonly teams: Map<string, string | null>
  /** Maintenance windows that would be made, of a dry run, by what makes two of them the same. */
  readonly windows: Set<string>
  /** Codes of regions. */
  readonly regions: ReadonlySet<string>
  /** Whether people belong to the workspace, as far as it was asked. */
  readonly members: Map<string, boolean>
  /** Targets that would be made, of a dry run. */
  readonly targets: Set<string>
  /** Monitors that the plan still lets be made, of a dry run; null: any number. */
  places: number | null
}

/** Begins an import. */
export async function openSession(
  context: ImportContext,
  actor: Actor,
  { isDryRun, places }: { readonly isDryRun: boolean; readonly places: number | null },
): Promise<ImportSession> {
  const { workspaceId } = actor
  const everything = { limit: 1_000, offset: 0 }
  const { contacts } = await context.contacts.list(workspaceId, everything)
  const { teams } = await context.teams.list(workspaceId, everything)
  const regions = await readRegions(context.db, AGENT_LOST_AFTER_MS)
  return {
    context: { ...context, resolveName: withPatience(context.resolveName, PATIENCE_MS) },
    actor,
    isDryRun,
    ids: new Map(),
    contacts: idsByName(contacts),
    teams: idsByName(teams),
    windows: new Set(),
    regions: new Set(regions.map(({ code }) => code)),
    members: new Map(),
    targets: new Set(),
    places,
  }
}

function idsByName(things: readonly { readonly id: string; readonly name: string }[]) {
  return new Map<string, string | null>(things.map(({ id, name }) => [name.toLowerCase(), id]))
}

/** Ids of the file as those of the workspace. What would be made has none yet, and is left out without a word.
 *  @param what "contact"
 *  @returns the ids, and a sentence for each that leads nowhere */
export function resolveRefs(
  { ids }: Pick<ImportSession, 'ids'>,
  what: string,
  refs: readonly string[],
): { readonly ids: string[]; readonly warnings: string[] } {
  const found: string[] = []
  const warnings: string[] = []
  for (const ref of new Set(refs)) {
    const id = ids.get(ref)
    if (typeof id === 'string') found.push(id)
    if (id === undefined)
      warnings.push(`The ${what} "${ref.slice(0, 80)}" was not made, and is left out.`)
  }
  return { ids: found, warnings }
}

/** The people among these who belong to the workspace; ids of people mean nothing elsewhere. */
export async function resolveMembers(
  { context, actor, members }: ImportSession,
  asked: readonly string[],
): Promise<{ readonly ids: string[]; readonly warnings: string[] }> {
  const unknown = asked.filter((id) => !members.has(id))
  if (unknown.length > 0) {
    const found = await readMembersAmong(context.db, actor.workspaceId, unknown)
    for (const id of unknown) members.set(id, found.includes(id))
  }
  const ids = asked.filter((id) => members.get(id) === true)
  const left = asked.length - ids.length
  const people = left === 1 ? 'A person of its alerts is' : `${left} people of its alerts are`
  const warnings = left === 0 ? [] : [`${people} not in this workspace, and left out.`]
  return { ids, warnings }
}
