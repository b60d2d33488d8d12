import { z } from 'zod'
import { findAlertedMonitor } from '../../db/alert-planning.ts'
import { addJobsTogether, takeJobsAlong } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'
import type { PlanParts } from './plan-parts.ts'
import type { AlertEvent, AlertKind } from '../outbox/alert-event.ts'
import { AlertEventJson } from '../outbox/alert-event.ts'
import type { AlertPlan } from '../outbox/announce.ts'
import { planQueueOf } from '../outbox/announce.ts'
import { planAgentLoss } from './plan-agent-loss.ts'
import { planCertificate } from './plan-certificate.ts'
import { planDegraded, planDown } from './plan-down.ts'
import { planFlapping } from './plan-flapping.ts'
import { planSiteChange } from './plan-site-change.ts'
import type { Planner } from './planner.ts'
import { planUp } from './plan-up.ts'
import { planTogether } from './plans-together.ts'

const Payload = z.object({
  event: AlertEventJson,
  isAnotherLook: z.boolean(),
  firstLookMs: z.number().optional(),
}) satisfies z.ZodType<AlertPlan>

/** Kinds that are not about one monitor, or repeat another. */
const OTHER_KINDS = ['stillDown', 'agentLost', 'siteChanged', 'installation'] as const
type OtherKind = (typeof OTHER_KINDS)[number]

const isOther = (kind: AlertKind): kind is OtherKind =>
  (OTHER_KINDS as readonly AlertKind[]).includes(kind)

/** How each kind of event that is about a monitor is planned. Those still down are not announced:
 *  follow-outage.ts finds them. */
const PLANNERS = {
  down: planDown,
  up: planUp,
  degraded: planDegraded,
  flapping: planFlapping,
  tlsExpiry: planCertificate,
} as const satisfies Record<Exclude<AlertKind, OtherKind>, Planner>

/** Plans that are made with the one whose turn it is. What a job takes beside its work is more than the work: of 2,000
 *  outages at once, each planned by a job of its own, 25 a second were. */
const MAX_ALONG = 200

/** Decides whom to tell of an event, and of those that wait behind it, keeps that, and has it delivered, in one
 *  transaction: run again, it adds nothing. */
export async function planAlerts(parts: PlanParts, payload: unknown): Promise<void> {
  const plan = Payload.parse(payload)
  try {
    const work = (tx: Queryable) => addJobsTogether(tx, () => planWithOthers(parts, tx, plan))
    await parts.db.transaction(work, { isFlushedAfter: true })
  } catch {
    // Perhaps it is one of the others that cannot be planned: it has its own turn, and holds up none.
    await parts.db.transaction((tx) => planEvent(parts, tx, plan))
  }
}

async function planWithOthers(parts: PlanParts, tx: Queryable, first: AlertPlan): Promise<void> {
  const wait = { name: 'planAlerts', queue: planQueueOf(first.event) } as const
  const others = await takeJobsAlong(tx, wait, MAX_ALONG)
  const plans = [first, ...others.map((payload) => Payload.parse(payload))]
  const events = plans.map(({ event }) => event)
  const together = await planTogether(tx, events, parts.now)
  for (const plan of plans) {
    const isAlike = TOGETHER.has(plan.event.kind)
    if (!isAlike) await together.keep()
    await planEvent(isAlike ? { ...parts, together } : parts, tx, plan)
  }
  await together.keep()
}

/** Kinds whose plans read nothing that plans before them write. */
const TOGETHER: ReadonlySet<AlertKind> = new Set(['down', 'degraded'])

async function planEvent(parts: PlanParts, tx: Queryable, plan: AlertPlan): Promise<void> {
  const { event } = plan
  const monitor = event.monitorId === null ? null : await monitorOf(parts, tx, event.monitorId)
  // A monitor that was deleted meanwhile has nobody to tell.
  if (event.monitorId !== null && monitor === null) return
  if (event.kind === 'agentLost' || event.kind === 'installation') {
    return planAgentLoss(parts, tx, event, monitor)
  }
  if (event.kind === 'siteChanged') return planSiteChange(parts, tx, event)
  const planner = plannerOf(event)
  if (monitor === null || planner === null) return
  await planner(parts, tx, monitor, plan)
}

async function monitorOf({ together }: PlanParts, tx: Queryable, monitorId: number) {
  if (together === undefined) return findAlertedMonitor(tx, monitorId)
  return together.monitors.get(monitorId) ?? null
}

function plannerOf({ kind }: AlertEvent): Planner | null {
  return isOther(kind) ? null : PLANNERS[kind]
}
