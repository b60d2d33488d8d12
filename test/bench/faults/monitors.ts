import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../controller/src/db/pool.ts'
import { copyMonitor } from '../../helpers/rows.ts'
import { createApiCalls } from '../api-calls.ts'
import { newOwnerKey } from '../installation.ts'
import type { Installation } from './installation.ts'
import { REGIONS } from './installation.ts'
import type { Targets } from './targets.ts'

/** Monitors of pages that break have the page's path as their name. */
export const isOfPage = (name: string): boolean => name.startsWith('/page-')

const FIRST_CHECKS_LIMIT_MS = 240_000

/** Copies of one monitor, as many at each host. */
const SPREAD = `
  update monitors set host = '127.0.79.' || (id % $1 + 1),
    url = 'http://127.0.79.' || (id % $1 + 1) || ':' || port || '/well/' || id
  where name like 'copy %'`

/** Makes monitors of pages that break, one each, and of pages that are always well, all checked every minute from
 *  every region; what is down is told to one webhook. */
export async function createMonitors(
  { db, url }: Installation,
  targets: Targets,
  wanted: { pages: readonly string[]; well: number; webhookUrl: string },
): Promise<void> {
  const { call } = createApiCalls(url, () => newOwnerKey(db))
  const contact = { name: 'bench', webhookUrl: wanted.webhookUrl }
  const added = await call('POST', '/api/v1/alerting/contacts', contact)
  const contactId = (added.body as { contact: { id: string } }).contact.id
  async function create(path: string, host: string): Promise<string> {
    const { body } = await call('POST', '/api/v1/monitors', {
      name: path,
      url: `http://${host}:${targets.port}${path}`,
      regions: Object.keys(REGIONS),
      intervalMinutes: 1,
      alerts: { contactIds: [contactId] },
    })
    return (body as { monitor: { id: string } }).monitor.id
  }
  for (const [index, page] of wanted.pages.entries()) {
    await create(page, targets.hosts[index % targets.hosts.length] ?? '')
  }
  const first = await create('/well/first', targets.hosts[0] ?? '')
  await copyMonitor(db, first, wanted.well - 1)
  await db.query({ text: SPREAD }, [targets.hosts.length])
  await db.query({ text: 'analyze' })
}

/** Waits until every region has said that every monitor is up. @throws when they are not in time */
export async function untilAllUp(db: Database, signal: AbortSignal): Promise<void> {
  const untilMs = performance.now() + FIRST_CHECKS_LIMIT_MS
  for (;;) {
    const { rows } = await db.query<{ wrong: number }>(
      {
        text: `select (select count(*) * $1 from monitors)
          - (select count(*) from region_states r join monitor_states s using (monitor_id)
              where r.status = 'up' and s.status = 'up') as wrong`,
      },
      [Object.keys(REGIONS).length],
    )
    if (Number(rows[0]?.wrong) === 0) return
    if (performance.now() > untilMs) {
      throw new Error(`of ${rows[0]?.wrong} checks nobody has said that they are up`)
    }
    await delay(1_000, undefined, { signal })
  }
}
