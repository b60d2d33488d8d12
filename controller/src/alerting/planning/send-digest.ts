import { z } from 'zod'
import type { AlertedMonitorRow } from '../../db/alert-planning.ts'
import { findAlertedMonitor } from '../../db/alert-planning.ts'
import type { DigestedRow } from '../../db/alerts.ts'
import { takeDigested } from '../../db/alerts.ts'
import { addJob } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'
import type { PlanParts } from './plan-parts.ts'
import type { AlertEvent, AlertKind } from '../outbox/alert-event.ts'
import { AlertEventJson } from '../outbox/alert-event.ts'
import type { RecipientType } from '../outbox/alert-words.ts'
import type { ChannelName } from '../channels/index.ts'
import { oneLine } from '../message/one-line.ts'
import type { Changes } from '../message/kind-words.ts'
import { NO_CHANGES } from '../message/kind-words.ts'
import { durationWords } from '../message/time-words.ts'
import { whereToLook } from '../message/where-to-look.ts'
import { alertSettingsOf } from '../alert-settings.ts'
import { keepAlerts } from './keep-alerts.ts'
import { messageAbout } from './planner.ts'
import { resolveRecipients } from './recipients.ts'

const DIGEST_EVERY_MS = 3_600_000
/** Changes a digest lists; a monitor that changes more often is described by the latest. */
const MAX_ENTRIES = 60

const Payload = z.object({ monitorId: z.int() })

/** Has the next digest of a monitor sent in an hour. */
export async function addDigest(tx: Queryable, monitorId: number, nowMs: number): Promise<void> {
  await addJob(tx, {
    name: 'sendDigest',
    payload: { monitorId },
    runAtMs: nowMs + DIGEST_EVERY_MS,
    key: `digest ${monitorId}`,
    sharer: { monitorId },
  })
}

/** Sends what a flapping monitor did in the last hour, every hour while it flaps. */
export async function sendDigest(parts: PlanParts, payload: unknown): Promise<void> {
  const { monitorId } = Payload.parse(payload)
  await parts.db.transaction(async (tx) => {
    const monitor = await findAlertedMonitor(tx, monitorId)
    // Once it is stable again, what is left goes out with the message that says so.
    if (monitor === null || !monitor.flapping) return
    await keepDigest(parts, tx, monitor, null)
    await addDigest(tx, monitorId, parts.now())
  })
}

/** Puts what was collected into one alert for each recipient.
 *  @param end the monitor is stable again: everybody is told, whatever was collected for them; null: it
 *    is flapping still */
export async function keepDigest(
  parts: Pick<PlanParts, 'now' | 'publicUrl' | 'confirmsOwnContacts'>,
  tx: Queryable,
  monitor: AlertedMonitorRow,
  end: AlertEvent | null,
): Promise<void> {
  const nowMs = parts.now()
  const collected = await takeDigested(tx, monitor.id, new Date(nowMs))
  const byRecipient = Map.groupBy(collected, (row) => `${row.recipientId} ${row.channel}`)
  const digests = [...byRecipient.values()].map((rows) => ({
    recipient: recipientOf(rows),
    changes: changesOf(rows, monitor.publicId, parts.publicUrl),
  }))
  if (end !== null) {
    const settings = alertSettingsOf(monitor.alerts)
    const everybody = settings.onDown
      ? await resolveRecipients(tx, monitor.workspaceId, settings, parts.confirmsOwnContacts)
      : []
    const others = everybody.filter(({ id, channel }) => !byRecipient.has(`${id} ${channel}`))
    digests.push(...others.map((recipient) => ({ recipient, changes: NO_CHANGES })))
  }
  const event = end ?? eventOf(monitor, collected, nowMs)
  for (const { recipient, changes } of digests) {
    await keepAlerts(
      tx,
      {
        workspaceId: monitor.workspaceId,
        monitorId: monitor.id,
        event,
        message: messageAbout(parts, monitor, event, { changes }),
        key: `flapping:${monitor.publicId}:${end === null ? 'digest' : 'end'}:${event.atMs}`,
        recipients: [recipient],
      },
      nowMs,
    )
  }
}

function recipientOf(rows: readonly DigestedRow[]) {
  const [row] = rows
  if (row === undefined) throw new Error('a group holds at least one row')
  return {
    type: row.recipientType as RecipientType,
    id: row.recipientId,
    name: row.recipientName,
    channel: row.channel as ChannelName,
  }
}

function eventOf(
  monitor: AlertedMonitorRow,
  collected: readonly DigestedRow[],
  nowMs: number,
): AlertEvent {
  const events = collected.map((row) => AlertEventJson.parse(row.event))
  return {
    kind: 'flapping',
    monitorId: monitor.id,
    outageId: null,
    atMs: nowMs,
    sinceMs: Math.min(nowMs, ...events.map((event) => event.atMs)),
    cause: null,
    reason: null,
    regions: [...new Set(events.flatMap((event) => event.regions))].sort(),
    isDigested: false,
  }
}

/** A line for each change, oldest first. */
function changesOf(rows: readonly DigestedRow[], monitorId: string, publicUrl: string): Changes {
  const events = rows.map((row) => AlertEventJson.parse(row.event)).sort((a, b) => a.atMs - b.atMs)
  const entries = events.slice(-MAX_ENTRIES).map((event) => ({
    atMs: event.atMs,
    text: changeWords(event),
    url: whereToLook(event, monitorId, publicUrl).url,
  }))
  const ends = events.filter(({ kind }) => kind === 'up')
  return {
    count: events.length,
    downs: events.filter(({ kind }) => kind === 'down').length,
    downMs: ends.reduce((sum, { atMs, sinceMs }) => sum + atMs - sinceMs, 0),
    entries,
  }
}

/** "Down. The connection is refused." Pure. */
export function changeWords(event: AlertEvent): string {
  const { kind, reason, isQuiet, atMs, sinceMs } = event
  const why = reason === null ? '' : `. ${oneLine(reason)}`
  if (kind !== 'up') return `${CHANGE_NAMES[kind]}${why}`
  return isQuiet === true
    ? `The outage is closed${why}`
    : `Up again after ${durationWords(atMs - sinceMs)}`
}

const CHANGE_NAMES = {
  down: 'Down',
  stillDown: 'Still down',
  degraded: 'Degraded',
  flapping: 'Flapping',
  tlsExpiry: 'Certificate',
  agentLost: 'Cannot be judged',
  siteChanged: 'The site has changed',
  installation: 'About Sightline itself',
} as const satisfies Record<Exclude<AlertKind, 'up'>, string>
