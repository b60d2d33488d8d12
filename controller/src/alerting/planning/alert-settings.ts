import type { AlertSettings } from '../../monitors/monitor-input.ts'
import { DEFAULTS } from '../../monitors/monitor-input.ts'

/** A monitor's alerts settings as stored, complete: what an older version did not know has its
 *  default. */
export function alertSettingsOf(stored: unknown): AlertSettings {
  const known = typeof stored === 'object' && stored !== null ? stored : {}
  return { ...(DEFAULTS.alerts as unknown as AlertSettings), ...(known as Partial<AlertSettings>) }
}
