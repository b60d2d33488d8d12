import { z } from 'zod'
import type { AlertedMonitorRow, AlertedOutageRow } from '../../db/alert-planning.ts'
import { findAlertedMonitor, findAlertedOutage, readParents } from '../../db/alert-planning.ts'
import type { OutageAlertRow } from '../../db/alerts.ts'
import { readDownAlerts } from '../../db/alerts.ts'
import { addJob } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'
import type { EscalationStepRow } from '../../db/teams.ts'
import { readTeams } from '../../db/teams.ts'
import type { PlanParts } from './plan-parts.ts'
import type { AlertEvent } from '../outbox/alert-event.ts'
import { AlertEventJson } from '../outbox/alert-event.ts'
import { followUpKey } from '../outbox/announce.ts'
import type { RecipientType } from '../outbox/alert-words.ts'
import type { ChannelName } from '../channels/index.ts'
import { alertSettingsOf } from '../alert-settings.ts'
import { closeIncidents } from './close-incidents.ts'
import type { FollowUp } from './follow-up.ts'
import { followUp } from './follow-up.ts'
import { keepAlerts } from './keep-alerts.ts'
import { messageAbout } from './planner.ts'
import { resolveAddressees } from './recipients.ts'

const Payload = z.object({ event: AlertEventJson })

/** While nothing is due, settings are looked at again this often: somebody may ask for repetitions in
 *  the middle of an outage. */
const LOOK_AGAIN_MS = 1_800_000

/** Neither an escalation nor a repetition can be due before: when very many go down at once, telling people comes first. */
const FIRST_FOLLOW_UP_MS = 60_000

/** When an outage is looked at first, UNIX ms: where nothing can be due, as of most, not sooner than any other that lasts.
 *  A minute later 10,000 looks that find nothing came before the last who were still to be told. */
export async function firstFollowUpMs(
  tx: Queryable,
  monitor: AlertedMonitorRow,
  startedAtMs: number,
  nowMs: number,
): Promise<number> {
  const { teamIds, repeatMinutes } = alertSettingsOf(monitor.alerts)
  const earliestMs = Math.max(nowMs, startedAtMs + FIRST_FOLLOW_UP_MS)
  if (repeatMinutes !== null) return earliestMs
  const teams = await readTeams(tx, monitor.workspaceId, teamIds)
  const steps = teams.flatMap((team) => team.escalation)
  const dueMs = steps.map(({ afterMinutes }) => startedAtMs + afterMinutes * 60_000)
  return Math.max(earliestMs, Math.min(nowMs + LOOK_AGAIN_MS, ...dueMs))
}

/** Has an open outage looked at for what becomes due while it lasts.
 *  @param event the one that began it */
export async function addFollowUp(
  tx: Queryable,
  event: AlertEvent & { readonly outageId: string },
  runAtMs: number,
): Promise<void> {
  await addJob(tx, {
    name: 'followOutage',
    payload: { event },
    runAtMs,
    key: followUpKey(event.outageId),
    ...(event.monitorId === null ? {} : { sharer: { monitorId: event.monitorId } }),
  })
}

/** Tells the next people of the teams' escalations and repeats the alert, as long as the outage lasts and nobody has
 *  taken it in hand or muted it, and closes incidents when it ends without a word. Run again, it adds nothing. */
export async function followOutage(parts: PlanParts, payload: unknown): Promise<void> {
  const { event } = Payload.parse(payload)
  await parts.db.transaction((tx) => follow(parts, tx, event))
}

async function follow(parts: PlanParts, tx: Queryable, event: AlertEvent): Promise<void> {
  const { monitorId, outageId } = event
  if (monitorId === null || outageId === null) return
  const monitor = await findAlertedMonitor(tx, monitorId)
  const outage = await findAlertedOutage(tx, outageId)
  if (monitor === null || outage === null) return
  if (outage.endedAtMs !== null) {
    await closeIncidents(parts, tx, monitor, outage)
    return
  }
  const nowMs = parts.now()
  const settings = alertSettingsOf(monitor.alerts)
  const teams = await readTeams(tx, monitor.workspaceId, settings.teamIds)
  const told = await readDownAlerts(tx, outageId)
  const due = followUp({
    nowMs,
    startedAtMs: outage.startedAtMs,
    toldAtMs: firstToldOf(told),
    steps: teams.flatMap((team) => team.escalation),
    repeatMinutes: settings.repeatMinutes,
  })
  const parents = await readParents(tx, monitor)
  const isMuted = outage.mutedUntilMs !== null && outage.mutedUntilMs > nowMs
  const isHeld =
    outage.isAcknowledged ||
    isMuted ||
    monitor.inMaintenance ||
    parents.some(({ status }) => status === 'down')
  if (!isHeld) {
    await escalate(parts, tx, monitor, { event, outage, steps: due.steps })
    if (due.repetition > 0) await repeat(parts, tx, monitor, { event, outage, told, due })
  }
  await addFollowUp(
    tx,
    { ...event, outageId },
    Math.min(
      due.nextMs ?? Infinity,
      nowMs + LOOK_AGAIN_MS,
      isMuted ? (outage.mutedUntilMs ?? Infinity) : Infinity,
    ),
  )
}

/** When the first of them was told, UNIX ms; null: nobody was. */
function firstToldOf(told: readonly OutageAlertRow[]): number | null {
  const instants = told.flatMap((row) => (row.state === 'suppressed' ? [] : (row.queuedAtMs ?? [])))
  return instants.length === 0 ? null : Math.min(...instants)
}

async function escalate(
  parts: PlanParts,
  tx: Queryable,
  monitor: AlertedMonitorRow,
  {
    event,
    outage,
    steps,
  }: { event: AlertEvent; outage: AlertedOutageRow; steps: readonly EscalationStepRow[] },
): Promise<void> {
  if (steps.length === 0) return
  const { workspaceId } = monitor
  const announcement = {
    workspaceId,
    monitorId: monitor.id,
    event,
    message: messageAbout(parts, monitor, event, { outage, isEscalated: true }),
    // As the first alert: whoever was told before is not told twice.
    key: `down:${event.outageId}`,
    recipients: await resolveAddressees(tx, workspaceId, steps, parts.confirmsOwnContacts),
  }
  await keepAlerts(tx, announcement, parts.now())
}

async function repeat(
  parts: PlanParts,
  tx: Queryable,
  monitor: AlertedMonitorRow,
  {
    event: first,
    outage,
    told,
    due,
  }: {
    event: AlertEvent
    outage: AlertedOutageRow
    told: readonly OutageAlertRow[]
    due: FollowUp
  },
): Promise<void> {
  const event: AlertEvent = { ...first, kind: 'stillDown', atMs: parts.now() }
  // A server that is away for a day must not get the repetitions of that day all at once.
  const reached = told.filter((row) => row.state === 'sent' && !row.isWaiting)
  const announcement = {
    workspaceId: monitor.workspaceId,
    monitorId: monitor.id,
    event,
    message: messageAbout(parts, monitor, event, { outage }),
    key: `stillDown:${event.outageId}:${due.repetition}`,
    recipients: reached.map((row) => ({
      type: row.recipientType as RecipientType,
      id: row.recipientId,
      name: row.recipientName,
      channel: row.channel as ChannelName,
    })),
  }
  await keepAlerts(tx, announcement, parts.now())
}
