import { BEFORE_CHANGE_MS, LEARNT_AFTER_MS } from '../db/settings-margin.ts'
import type { VerdictRow } from '../db/verdicts.ts'
import type { DecisionMemory } from './decision/memory.ts'
import { generationOf, readMemory } from './decision/memory.ts'
import type { MonitorEvent } from './monitor-event.ts'

/** Whether an event is a vote of a check by other settings than the monitor has now. An older agent does not
 *  say by which: what its check found that began before it must have had the present ones may have been found by
 *  others. */
export function isOfOtherSettings(
  { event, generation = 0 }: MonitorEvent,
  row: Pick<VerdictRow, 'generation' | 'targetChangedMs'>,
): boolean {
  if (event.kind !== 'vote') return false
  const marginMs = generation > 0 ? -BEFORE_CHANGE_MS : LEARNT_AFTER_MS
  if (generation > 0 && generation !== row.generation) return true
  return row.targetChangedMs !== null && event.vote.checkedAtMs < row.targetChangedMs + marginMs
}

/** Whether the rule remembers what checks by other settings found. A memory that an older controller wrote
 *  does not say so. */
export function hasOtherSettings(row: Pick<VerdictRow, 'decision' | 'generation'>): boolean {
  const generation = generationOf(row.decision)
  return generation !== null && generation !== row.generation
}

/** What the rule knows of a monitor under its present settings. What is being confirmed, or counted towards
 *  another status, by other settings is forgotten; what was decided stays until the present ones are heard. */
export function presentMemory(
  row: Pick<VerdictRow, 'decision' | 'generation' | 'status'>,
): DecisionMemory {
  const memory = readMemory(row.decision)
  if (!hasOtherSettings(row)) return memory
  const { round: _, outage, streaks, slow, ...rest } = memory
  return {
    ...rest,
    ...(outage === undefined ? {} : { outage: { ...outage, goods: [] } }),
    ...(streaks === undefined || memory.regional === undefined ? {} : { streaks }),
    ...(slow === undefined || row.status !== 'degraded' ? {} : { slow }),
  }
}
