import type { MonitorStatus } from '@sightline/shared/check-words'
import type { Queryable } from '../db/pool.ts'
import type { VerdictChange, VerdictRow } from '../db/verdicts.ts'
import { lockFreeVerdicts, lockVerdicts, writeVerdicts } from '../db/verdicts.ts'
import { decide } from './decision/decide.ts'
import type {
  Decision,
  DecisionAction,
  DecisionEvent,
  DecisionPolicy,
  DecisionState,
} from './decision/types.ts'
import type { ConfirmationSettings, RecoverySettings } from './rule-settings.ts'
import { storedMemory } from './decision/memory.ts'
import { hasOtherSettings, isOfOtherSettings, presentMemory } from './generation.ts'
import type { ActionPlan } from './perform-actions.ts'
import { perform } from './perform-actions.ts'
import type { Voters } from '../votes/voters.ts'
import { readVoters, votersOf } from '../votes/voters.ts'
import { confirmingRegionsOf } from '../votes/confirming-regions.ts'
import type { MonitorEvent } from './monitor-event.ts'

/** What an event makes of a monitor: `decide`. */
export type Rule = (state: DecisionState, event: DecisionEvent, policy: DecisionPolicy) => Decision

/** A monitor that the rule could not judge. */
export interface Fault {
  readonly monitorId: number
  readonly error: unknown
}

/** Tells the decision rule what happened, in the caller's transaction, and does what follows from it:
 *  statuses, outages, rechecks, alerts, diagnosis. The events of one monitor are told in the order given;
 *  monitors that are paused or gone are passed over,
 *  and so are votes of checks by other settings than a monitor has now.
 *  @param nowMs UNIX ms
 *  @throws what the rule threw: the transaction must not be committed */
export async function applyEvents(
  tx: Queryable,
  events: readonly MonitorEvent[],
  nowMs: number,
): Promise<void> {
  const { faults } = await tellRule(tx, events, nowMs, { rule: decide, readVoters, waits: true })
  const [fault] = faults
  if (fault !== undefined) throw fault.error
}

/** Monitors of which nothing is changed. */
export interface Untold {
  /** The rule threw for them. */
  readonly faults: readonly Fault[]
  /** Others have them locked. */
  readonly busy: readonly number[]
}

/** As `applyEvents`; but a rule that throws keeps nobody but the monitor it throws for.
 *  @param how.readVoters tells whose votes count
 *  @param how.waits for monitors that others have locked; else these are passed over */
export async function tellRule(
  tx: Queryable,
  events: readonly MonitorEvent[],
  nowMs: number,
  {
    rule,
    readVoters: read,
    waits,
  }: {
    readonly rule: Rule
    readonly readVoters: typeof readVoters
    readonly waits: boolean
  },
): Promise<Untold> {
  const byMonitor = Map.groupBy(events, ({ monitorId }) => monitorId)
  const ids = [...byMonitor.keys()]
  const { locked, busy } = waits
    ? { locked: await lockVerdicts(tx, ids), busy: [] }
    : await lockFreeVerdicts(tx, ids)
  if (locked.length === 0) return { faults: [], busy }
  const voters = await read(tx)
  const changes: VerdictChange[] = []
  const plans: ActionPlan[] = []
  const faults: Fault[] = []
  for (const row of locked) {
    try {
      const told = byMonitor.get(row.monitorId) ?? []
      const { change, actions } = outcomeOf(row, told, voters, rule)
      if (actions.length > 0) plans.push({ monitor: row, actions })
      if (change !== null) changes.push(change)
    } catch (error: unknown) {
      faults.push({ monitorId: row.monitorId, error })
    }
  }
  await perform(tx, plans, nowMs)
  if (changes.length > 0) await writeVerdicts(tx, changes)
  return { faults, busy }
}

/** What the rule makes of a monitor. */
function outcomeOf(
  row: VerdictRow,
  events: readonly MonitorEvent[],
  voters: Voters,
  rule: Rule,
): { change: VerdictChange | null; actions: DecisionAction[] } {
  const before = stateOf(row)
  const told = events.filter((event) => !isOfOtherSettings(event, row)).map(({ event }) => event)
  const { state, actions } = decideAll(before, told, policyOf(row, voters), rule)
  return { change: changeOf(row, before, state, actions), actions }
}

function stateOf(row: VerdictRow): DecisionState {
  const { sinceMs, inMaintenance, flapping, countedMs, lookAtMs } = row
  return {
    status: row.status as MonitorStatus,
    sinceMs,
    inMaintenance,
    flapping,
    countedMs,
    lookAtMs,
    memory: presentMemory(row),
  }
}

function policyOf(row: VerdictRow, voters: Voters): DecisionPolicy {
  const { retries, retryDelaySeconds, quorum } = row.confirmation as ConfirmationSettings
  return {
    intervalMs: row.intervalMinutes * 60_000,
    timeoutMs: row.timeoutMs,
    retries,
    retryDelayMs: retryDelaySeconds * 1_000,
    quorum,
    recoveryChecks: (row.recovery as RecoverySettings).checks,
    regions: row.regions,
    voters: votersOf(voters, { ...row, confirmingRegions: confirmingRegionsOf(row) }),
  }
}

function decideAll(
  before: DecisionState,
  events: readonly DecisionEvent[],
  policy: DecisionPolicy,
  rule: Rule,
): { state: DecisionState; actions: DecisionAction[] } {
  let state = before
  const actions: DecisionAction[] = []
  for (const event of events) {
    const decision = rule(state, event, policy)
    state = decision.state
    actions.push(...decision.actions)
  }
  return { state, actions }
}

/** @returns null when nothing is to be written */
function changeOf(
  row: VerdictRow,
  before: DecisionState,
  state: DecisionState,
  actions: readonly DecisionAction[],
): VerdictChange | null {
  const { status, inMaintenance, flapping, lookAtMs } = state
  const setStatus = actions.findLast((action) => action.kind === 'setStatus')
  const isSame =
    setStatus === undefined &&
    !hasOtherSettings(row) &&
    inMaintenance === before.inMaintenance &&
    flapping === before.flapping &&
    lookAtMs === before.lookAtMs &&
    JSON.stringify(state.memory) === JSON.stringify(before.memory)
  if (isSame) return null
  return {
    monitorId: row.monitorId,
    status,
    sinceMs: setStatus?.atMs ?? null,
    reason: setStatus?.reason ?? null,
    inMaintenance,
    flapping,
    decision: storedMemory(state.memory, row.generation),
    lookAtMs,
  }
}
