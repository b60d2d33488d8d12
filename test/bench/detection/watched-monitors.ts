import { setTimeout as delay } from 'node:timers/promises'
import type { Installation } from './installation.ts'

/** A monitor of the bench. */
export interface WatchedMonitor {
  readonly id: string
  /** In no other's name, so that a mail is about it when its subject holds it. */
  readonly name: string
}

const INTERVAL_MINUTES = 1

/** The contract's default. */
export const TIMEOUT_MS = 10_000

/** Longer than the first checks take, which are due at once. */
const FIRST_CHECKS_LIMIT_MS = 60_000

const POLL_MS = 200

/** Makes monitors over the API, checked every minute from every region. The mails about each go to a contact
 *  of its own: many to one person would be bundled. */
export async function createMonitors(
  { api }: Installation,
  regions: readonly string[],
  wanted: readonly { name: string; url: string }[],
): Promise<WatchedMonitor[]> {
  const made: WatchedMonitor[] = []
  for (const { name, url } of wanted) {
    const contact = { name, email: `${name}@bench.test` }
    const added = await api.call('POST', '/api/v1/alerting/contacts', contact)
    const { body } = await api.call('POST', '/api/v1/monitors', {
      name,
      url,
      regions,
      intervalMinutes: INTERVAL_MINUTES,
      timeoutMs: TIMEOUT_MS,
      alerts: { contactIds: [(added.body as { contact: { id: string } }).contact.id] },
    })
    made.push({ id: (body as { monitor: { id: string } }).monitor.id, name })
  }
  return made
}

/** Asks again and again.
 *  @param everyMs rarely where it takes long: each question costs the controller some of what it waits for
 *  @returns whether it came true within the limit
 *  @throws when the signal aborts */
export async function isSoon(
  ask: () => boolean | Promise<boolean>,
  limitMs: number,
  signal: AbortSignal,
  everyMs = POLL_MS,
): Promise<boolean> {
  const untilMs = performance.now() + limitMs
  while (!(await ask())) {
    if (performance.now() > untilMs) return false
    await delay(everyMs, undefined, { signal })
  }
  return true
}

/** Waits until every monitor is up and every region has said so.
 *  @throws when one is not in time */
export async function untilAllUp(
  { db, output }: Installation,
  regions: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const isUp = async (): Promise<boolean> => {
    const { rows } = await db.query<{ wrong: number }>(
      {
        text: `select count(*)::integer as wrong from monitors m
          join monitor_states s on s.monitor_id = m.id
          where s.status <> 'up' or (
            select count(*) from region_states r where r.monitor_id = m.id and r.status = 'up'
          ) < $1`,
      },
      [regions.length],
    )
    return rows[0]?.wrong === 0
  }
  if (await isSoon(isUp, FIRST_CHECKS_LIMIT_MS, signal)) return
  throw new Error(`not every healthy monitor is up after ${FIRST_CHECKS_LIMIT_MS} ms:\n${output()}`)
}
