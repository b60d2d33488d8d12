import type { AlertedMonitorRow, AlertedOutageRow } from '../../db/alert-planning.ts'
import { findAlertedOutage, readParents } from '../../db/alert-planning.ts'
import type { Queryable } from '../../db/pool.ts'
import type { AlertEvent } from '../outbox/alert-event.ts'
import type { AlertPlan } from '../outbox/announce.ts'
import { addPlan, announce } from '../outbox/announce.ts'
import { addFollowUp, firstFollowUpMs } from './follow-outage.ts'
import { alertSettingsOf } from '../alert-settings.ts'
import { hasRecovered } from './has-recovered.ts'
import { judge } from './judge.ts'
import { keepAlerts } from './keep-alerts.ts'
import type { Planner } from './planner.ts'
import { messageAbout } from './planner.ts'
import type { Recipient } from './recipients.ts'
import { resolveRecipients } from './recipients.ts'

/** A monitor went down: told now, put off, or held back. */
export const planDown: Planner = async (parts, tx, monitor, plan) => {
  const { event } = plan
  const outage = event.outageId === null ? null : await outageOf(parts, tx, event.outageId)
  const { onDown, delayMinutes } = alertSettingsOf(monitor.alerts)
  const isOver = outage !== null && outage.endedAtMs !== null
  const recovery = outage === null ? null : recoveryFrom(outage, monitor.id)
  const told = await planTrouble(parts, tx, monitor, plan, {
    isWanted: onDown,
    isOver,
    hasRecovered: recovery !== null,
    delayMinutes,
    outage,
    key: `down:${event.outageId ?? `${monitor.publicId}:${event.atMs}`}`,
  })
  if (!told || outage === null) return
  if (!isOver) {
    const dueMs = await firstFollowUpMs(tx, monitor, outage.startedAtMs, parts.now())
    await addFollowUp(tx, { ...event, outageId: outage.publicId }, dueMs)
  }
  // Its recovery may have been planned before, when nobody had been told of the outage.
  else if (recovery !== null) await announce(tx, [recovery])
}

/** @returns null for an outage that is open, or that a pause, maintenance or our own gap ended */
function recoveryFrom(outage: AlertedOutageRow, monitorId: number): AlertEvent | null {
  const { publicId, startedAtMs, endedAtMs } = outage
  if (endedAtMs === null || !hasRecovered(outage)) return null
  return {
    kind: 'up',
    monitorId,
    outageId: publicId,
    atMs: endedAtMs,
    sinceMs: startedAtMs,
    cause: null,
    reason: null,
    regions: [],
    isDigested: false,
  }
}

/** A monitor can be reached, but is not well. */
export const planDegraded: Planner = async (parts, tx, monitor, plan) => {
  const { event } = plan
  await planTrouble(parts, tx, monitor, plan, {
    isWanted: alertSettingsOf(monitor.alerts).onDegraded,
    isOver: false,
    hasRecovered: false,
    delayMinutes: 0,
    outage: null,
    key: `degraded:${monitor.publicId}:${event.atMs}`,
  })
}

/** What differs between the two. */
interface Trouble {
  readonly isWanted: boolean
  readonly isOver: boolean
  readonly hasRecovered: boolean
  readonly delayMinutes: number
  readonly outage: AlertedOutageRow | null
  readonly key: string
}

/** @returns whether it goes out now */
async function planTrouble(
  parts: Parameters<Planner>[0],
  tx: Queryable,
  monitor: AlertedMonitorRow,
  plan: AlertPlan,
  trouble: Trouble,
): Promise<boolean> {
  const { event } = plan
  const nowMs = parts.now()
  const firstLookMs = plan.firstLookMs ?? nowMs
  const judgement = judge({
    nowMs,
    isWanted: trouble.isWanted,
    inMaintenance: monitor.inMaintenance,
    isDigested: event.isDigested,
    isOver: trouble.isOver,
    hasRecovered: trouble.hasRecovered,
    isAnotherLook: plan.isAnotherLook,
    firstLookMs,
    atMs: event.atMs,
    delayMinutes: trouble.delayMinutes,
    parents: await readParents(tx, monitor),
  })
  if (judgement.kind === 'wait') {
    await addPlan(tx, { event, isAnotherLook: true, firstLookMs }, judgement.untilMs)
    return false
  }
  const suppressed = judgement.kind === 'suppress' ? judgement : null
  const { workspaceId } = monitor
  const recipients = await recipientsOf(parts, tx, monitor)
  const announcement = {
    workspaceId,
    monitorId: monitor.id,
    event,
    message: messageAbout(parts, monitor, event, { outage: trouble.outage }),
    key: trouble.key,
    recipients: recipients.map((recipient) => ({ ...recipient, suppressed })),
  }
  if (parts.together === undefined) await keepAlerts(tx, announcement, nowMs)
  else await parts.together.add(announcement)
  return suppressed === null
}

type Parts = Parameters<Planner>[0]

async function outageOf({ together }: Parts, tx: Queryable, publicId: string) {
  if (together === undefined) return findAlertedOutage(tx, publicId)
  return together.outages.get(publicId) ?? null
}

function recipientsOf(
  { together, confirmsOwnContacts }: Parts,
  tx: Queryable,
  { workspaceId, alerts }: AlertedMonitorRow,
): Promise<readonly Recipient[]> {
  const settings = alertSettingsOf(alerts)
  const find = () =>
    resolveRecipients(tx, workspaceId, settings, confirmsOwnContacts, together?.findContacts)
  if (together === undefined) return find()
  const { teamIds, memberIds, contactIds } = settings
  return together.recipients(JSON.stringify([workspaceId, teamIds, memberIds, contactIds]), find)
}
