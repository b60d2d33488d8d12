import type { Recurrence } from './rule.ts'

/** Most maintenance windows of a workspace. Source: contract, "POST /api/v1/maintenance" */
export const MAX_WINDOWS = 500
/** Longest description, in code points. */
export const MAX_DESCRIPTION_LENGTH = 200
/** Longest window, in days of 24 hours. */
export const MAX_WINDOW_DAYS = 30
export const MAX_REPEAT_EVERY = 100

/** What a window gets that says nothing else. Source: contract; the zone: decisions, section 7 */
export const WINDOW_DEFAULTS = {
  recurrence: 'none',
  repeatEvery: 1,
  timezone: 'UTC',
  effectiveTo: null,
} as const

/** A window as it is sent. */
export interface WindowCreationInput {
  readonly description: string
  readonly from: Date
  readonly to: Date
  readonly recurrence?: Recurrence | undefined
  readonly repeatEvery?: number | undefined
  /** null: for ever. */
  readonly effectiveTo?: Date | null | undefined
  readonly timezone?: string | undefined
  readonly monitorIds?: readonly string[] | undefined
  readonly allMonitors?: boolean | undefined
}

/** Any part of a window. */
export type WindowChangeInput = {
  readonly [K in keyof WindowCreationInput]?: WindowCreationInput[K] | undefined
}

/** When an occurrence is to be; what is left out stays. */
export interface OccurrenceChangeInput {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}
