import type { MonitorType } from './check-words.ts'
import { MONITOR_TYPES } from './check-words.ts'
import { descriptionOf } from './monitor-types/registry.ts'

/** What an agent may have to be able to do for a monitor's check: a word of `Capability`. */
export const CHECK_CAPABILITIES = [...MONITOR_TYPES, 'browser'] as const
export type CheckCapability = (typeof CHECK_CAPABILITIES)[number]

/** What of a monitor decides who can check it. */
export interface CheckNeeds {
  readonly type: MonitorType
  /** Complete or as they were sent; those that are missing have their default. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** The one thing an agent must be able to do to check a monitor: its type, or `browser` where a page is
 *  rendered, which goes with `web`. */
export function neededCapability({ type, settings }: CheckNeeds): CheckCapability {
  return descriptionOf(type).needsBrowser(settings) ? 'browser' : type
}
