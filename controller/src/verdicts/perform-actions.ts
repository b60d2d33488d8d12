import type { CheckCapability } from '@sightline/shared/needed-capability'
import { traceparent } from '@sightline/shared/tracing/trace'
import type { AlertEvent } from '../alerting/outbox/alert-event.ts'
import { announce, announceEnds } from '../alerting/outbox/announce.ts'
import type { Queryable } from '../db/pool.ts'
import { closeOutages, insertStateChanges, openOutages } from '../db/verdicts.ts'
import { insertWorkItems } from '../db/work-items.ts'
import { newPublicId } from '../secrets/random-id.ts'
import { workWord } from '../sessions/work-word.ts'
import type { DecisionAction } from './decision/types.ts'
import { requestDiagnoses } from '../diagnosis/request-diagnosis.ts'

/** What is to be done about one monitor, in this order. */
export interface ActionPlan {
  readonly monitor: {
    readonly monitorId: number
    readonly needs: CheckCapability
    readonly needsVersion: number
    readonly timeoutMs: number
  }
  readonly actions: readonly DecisionAction[]
}

type Kind = DecisionAction['kind']
type ActionOf<K extends Kind> = Extract<DecisionAction, { kind: K }>

/** One step of the way through the plans: one action each of some monitors, or all of a kind that follow each other. */
interface Turn<K extends Kind> {
  readonly tx: Queryable
  readonly nowMs: number
  readonly entries: readonly {
    readonly monitor: ActionPlan['monitor']
    readonly action: ActionOf<K>
  }[]
  /** The outage of each monitor that was opened or closed last: what an alert after it is about. */
  readonly outageIds: Map<number, string>
}

/** Time a recheck may wait for an agent before nobody wants it any more. */
const RECHECK_EXPIRES_MS = 30_000

/** Does what follows from decisions, in the caller's transaction. The actions of a monitor are done in
 *  their order; those of different monitors together, because when a provider goes down thousands
 *  change at once (200 monitors in eight batches at once: 0.8 s, where one by one took 3.9 s).
 *  @param plans one of a monitor at most */
export async function perform(
  tx: Queryable,
  plans: readonly ActionPlan[],
  nowMs: number,
): Promise<void> {
  const queues = plans.map(({ monitor, actions }) => ({ monitor, actions, done: 0 }))
  const outageIds = new Map<number, string>()
  for (;;) {
    const kind = queues
      .map(({ actions, done }) => actions[done]?.kind)
      .find((next) => next !== undefined)
    if (kind === undefined) return
    const entries = []
    for (const queue of queues) {
      for (;;) {
        const action = queue.actions[queue.done]
        if (action?.kind !== kind) break
        entries.push({ monitor: queue.monitor, action })
        queue.done += 1
        if (!MANY_AT_ONCE.has(kind)) break
      }
    }
    await PERFORMERS[kind]({ tx, nowMs, entries, outageIds } as never)
  }
}

/** Kinds of which several actions of a monitor that follow each other are done together: each region that is asked to
 *  confirm a failure is one. */
const MANY_AT_ONCE: ReadonlySet<Kind> = new Set(['recheck'])

const PERFORMERS = {
  async setStatus({ tx, entries }) {
    const changes = entries.map(({ monitor: { monitorId }, action }) => ({ ...action, monitorId }))
    await insertStateChanges(tx, changes)
  },

  async recheck({ tx, nowMs, entries }) {
    const decidedIn = traceparent()
    const trace = decidedIn === null ? {} : { traceparent: decidedIn }
    const items = entries.map(({ monitor, action }) => ({
      publicId: newPublicId('wrk'),
      region: action.region,
      kind: 'recheck' as const,
      capability: workWord(monitor.needs, monitor.needsVersion),
      payload: { monitorId: monitor.monitorId, attempt: action.attempt, ...trace },
      timeoutMs: monitor.timeoutMs,
      dueAtMs: action.dueAtMs,
      expiresAtMs: Math.max(action.dueAtMs, nowMs) + RECHECK_EXPIRES_MS,
    }))
    await insertWorkItems(tx, items)
  },

  async openOutage({ tx, entries, outageIds }) {
    const outages = entries.map(({ monitor: { monitorId }, action }) => {
      const { kind: _, ...outage } = action
      return { ...outage, monitorId, publicId: newPublicId('out') }
    })
    const open = await openOutages(tx, outages)
    for (const [monitorId, publicId] of open) outageIds.set(monitorId, publicId)
    const opened = new Set(open.values())
    await requestDiagnoses(
      tx,
      outages.filter(({ publicId }) => opened.has(publicId)),
    )
  },

  async closeOutage({ tx, entries, outageIds }) {
    const ends = entries.map(({ monitor: { monitorId }, action: { scope, endedAtMs } }) => ({
      monitorId,
      scope,
      endedAtMs,
    }))
    const closed = await closeOutages(tx, ends)
    for (const [monitorId, publicId] of closed) outageIds.set(monitorId, publicId)
    await announceEnds(tx, closed.values())
  },

  async alert({ tx, entries, outageIds }) {
    const events = entries.map(({ monitor: { monitorId }, action }): AlertEvent => {
      const { kind: _, alert: kind, ...told } = action
      return { ...told, kind, monitorId, outageId: outageIds.get(monitorId) ?? null }
    })
    await announce(tx, events)
  },

  // Of monitors that cannot be judged the first in an hour stands for all (planAgentLoss): when 8,000 could not be
  // confirmed, as many plans of the one alert waited for each other, and everybody's alerts for them.
  async operatorAlert({ tx, entries }) {
    const events = entries
      .slice(0, 1)
      .map(({ monitor: { monitorId }, action: { atMs, reason } }): AlertEvent => ({
        kind: 'agentLost',
        monitorId,
        outageId: null,
        atMs,
        sinceMs: atMs,
        cause: null,
        reason,
        regions: [],
        isDigested: false,
        isOver: false,
      }))
    await announce(tx, events)
  },
} as const satisfies { readonly [K in Kind]: (turn: Turn<K>) => Promise<void> }
