import type { DecisionEvent } from './decision/types.ts'

/** Something the decision rule is to be told of one monitor. */
export interface MonitorEvent {
  readonly monitorId: number
  readonly event: DecisionEvent
  /** Of the settings a vote's check was made by; 0: its agent does not say. */
  readonly generation?: number
}
