import { createKeyFor } from '../../../controller/src/accounts/keys.ts'
import { insertMembership, insertPerson } from '../../../controller/src/db/people.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { newPublicId } from '../../../controller/src/secrets/random-id.ts'
import { copyMonitor, insertWorkspace } from '../../helpers/rows.ts'
import { createApiCalls } from '../api-calls.ts'
import type { Size } from './size.ts'
import { LONELY_REGION, MOST_ALONE, regionsOf } from './size.ts'

/** Calls after which `createApiCalls` comes from another address with another key. */
const CALLS_APART = 200

/** As if each had been checked just now, in every region: no check of the bench is any monitor's first. */
const CHECKED = `
  insert into region_states (monitor_id, region, scheduled_at, checked_at, status, status_code, response_ms, counted_at)
  select m.id, r.region, now() - interval '1 minute', now() - interval '1 minute', 'up', 200, 15,
    now() - interval '1 minute'
  from monitors m cross join unnest(m.regions) as r(region)
  on conflict do nothing`

/** The first of each workspace, which the others are copies of; its first checks are over. */
const RESTED = `
  with rested as (update monitors set run_at = now() - interval '1 hour' returning id)
  update monitor_states set status = 'up' where monitor_id in (select id from rested)`

/** Most are told as people are, in one message when there is much; of every tenth a program gets a call for each. */
const PROGRAM_EVERY = 10

function destinationOf({ index, sinkUrl }: { readonly index: number; readonly sinkUrl: string }) {
  const url = `${sinkUrl}/workspace-${index}`
  return index % PROGRAM_EVERY === 0 ? { webhookUrl: url } : { ntfyUrl: url }
}

/** A workspace with a contact of its own, and a monitor that tells it when it is down. */
async function makeFirst(
  { db, url }: { readonly db: Database; readonly url: string },
  wanted: {
    readonly index: number
    readonly regions: readonly string[]
    readonly sinkUrl: string
  },
): Promise<string> {
  const workspaceId = await insertWorkspace(db)
  const now = new Date()
  const personId = await insertPerson(db, {
    publicId: newPublicId('psn'),
    name: 'bench',
    createdAt: now,
  })
  await insertMembership(db, { workspaceId, personId, role: 'owner', createdAt: now })
  const newKey = async (): Promise<string> =>
    (await createKeyFor(db, { workspaceId, personId }, { name: 'bench', now })).key
  const { call } = createApiCalls(url, newKey, wanted.index * CALLS_APART)
  const contact = { name: 'bench', ...destinationOf(wanted) }
  const added = await call('POST', '/api/v1/alerting/contacts', contact)
  const contactId = (added.body as { contact: { id: string } }).contact.id
  const made = await call('POST', '/api/v1/monitors', {
    url: `http://127.0.0.1:1/${wanted.index}`,
    regions: wanted.regions,
    intervalMinutes: 1,
    alerts: { contactIds: [contactId] },
  })
  return (made.body as { monitor: { id: string } }).monitor.id
}

/** Makes workspaces with one monitor each. @returns makes the copies of these, and tells how many there are then */
export async function makeFirstMonitors(
  at: { readonly db: Database; readonly url: string },
  size: Size,
  sinkUrl: string,
): Promise<() => Promise<void>> {
  const each = size.monitors / size.workspaces
  const firstIds: string[] = []
  for (let index = 0; index < size.workspaces; index += 1) {
    const isAlone = (index + 1) * each <= Math.max(each, MOST_ALONE)
    const regions = [...regionsOf(size), ...(isAlone ? [LONELY_REGION] : [])]
    firstIds.push(await makeFirst(at, { index, regions, sinkUrl }))
  }
  await at.db.query({ text: RESTED })
  return async () => {
    for (const id of firstIds) await copyMonitor(at.db, id, each - 1)
  }
}

/** Gives all monitors a past. */
export async function giveThemThePast(db: Database): Promise<void> {
  await db.query({ text: CHECKED })
  await db.query({ text: 'vacuum analyze' })
}
