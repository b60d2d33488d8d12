import { readReach, readUnheardMonitors } from '../../db/alert-reach.ts'
import type { Queryable } from '../../db/pool.ts'

/** More are not counted. */
const MAX_COUNTED = 1_000

/** What is missing for an alert to reach somebody, as what to do.
 *  @param state.unheard monitors whose alerts reach nobody
 *  @param state.hasOwner an owner of the installation has an address
 *  @returns null when nothing is */
export function reachNote(state: {
  readonly unheard: number
  readonly hasMonitors: boolean
  readonly canMail: boolean
  readonly hasOwner: boolean
}): string | null {
  const { unheard, hasMonitors, canMail, hasOwner } = state
  // Where every monitor has a contact that is told otherwise, neither mail nor the owner is needed.
  if (unheard === 0 && (hasMonitors || (canMail && hasOwner))) return null
  const reach = unheard === 0 ? 'Alerts reach nobody yet' : `${whoseAlerts(unheard)} nobody`
  const steps = [
    ...(canMail ? [] : ['set SMTP_URL to a mail server']),
    ...(hasOwner ? [] : ["make the owner's account"]),
  ]
  const contact = 'give the monitors a contact that can be told (POST /api/v1/alerting/contacts)'
  const todo = steps.length === 0 ? contact : `${steps.join(' and ')}, or ${contact}`
  return `${reach}: ${todo}.`
}

function whoseAlerts(monitors: number): string {
  if (monitors === 1) return 'The alerts of one monitor reach'
  const count = monitors > MAX_COUNTED ? `more than ${MAX_COUNTED}` : String(monitors)
  return `The alerts of ${count} monitors reach`
}

/** The line about alerts that is told at the start; null when everybody is told. */
export async function readReachNote(
  db: Queryable,
  { canMail, confirmsOwn }: { readonly canMail: boolean; readonly confirmsOwn: boolean },
): Promise<string | null> {
  const unheard = await readUnheardMonitors(db, {
    canMail,
    confirmsOwn,
    limit: MAX_COUNTED + 1,
  })
  return reachNote({ unheard: unheard.length, canMail, ...(await readReach(db)) })
}
