import type { ImportSession } from '../import-session.ts'
import { resolveMembers, resolveRefs } from '../import-session.ts'

type Body = Readonly<Record<string, unknown>>

/** A body with the recipients of its `alerts` as the workspace has them; those that it has not are left out.
 *  @param warnings what was left out is added */
export async function resolveRecipients(
  session: ImportSession,
  body: Body,
  warnings: string[],
): Promise<Body> {
  const { alerts } = body
  if (typeof alerts !== 'object' || alerts === null || Array.isArray(alerts)) return body
  return { ...body, alerts: await resolvePeople(session, alerts as Body, warnings) }
}

/** The same of an object that holds lists of ids itself. */
export async function resolvePeople(
  session: ImportSession,
  holder: Body,
  warnings: string[],
): Promise<Body> {
  const { memberIds, contactIds, teamIds } = holder
  const resolved: Record<string, unknown> = {}
  if (isTexts(memberIds)) {
    const found = await resolveMembers(session, memberIds)
    warnings.push(...found.warnings)
    resolved['memberIds'] = found.ids
  }
  for (const [field, what, refs] of [
    ['contactIds', 'contact', contactIds],
    ['teamIds', 'team', teamIds],
  ] as const) {
    if (!isTexts(refs)) continue
    const found = resolveRefs(session, what, refs)
    warnings.push(...found.warnings)
    resolved[field] = found.ids
  }
  return { ...holder, ...resolved }
}

/** What else it is, the rules refuse. */
function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
