import type { CheckSettings, SettingsReport } from '../on-demand/check-settings.ts'
import type { RegionCheck } from '../on-demand/region-answer.ts'
import { prepareMonitor } from './create-monitor.ts'
import type { Actor, MonitorContext } from './monitor-context.ts'
import type { MonitorCreationInput } from './monitor-input.ts'

/** A test that nothing speaks against. */
export interface MonitorTest {
  readonly url: string
  readonly regions: readonly string[]
  /** @param told each region's answer as it comes */
  readonly run: (signal: AbortSignal, told: (check: RegionCheck) => void) => Promise<SettingsReport>
}

/** Makes ready to check once what would be a monitor, from each of its regions. Nothing is stored, and neither the
 *  plan's room nor a monitor of the same target stands in the way.
 *  @throws AppError badRequest, unavailable: as of a creation */
export async function prepareTest(
  context: MonitorContext,
  check: CheckSettings,
  actor: Pick<Actor, 'workspaceId' | 'plan'>,
  input: MonitorCreationInput,
): Promise<MonitorTest> {
  const { type, place, settings, fields, regions } = await prepareMonitor(context, actor, input)
  const { url } = place
  const asked = { type, url, timeoutMs: fields.timeoutMs, settings, regions }
  return {
    url,
    regions,
    run: (signal, told) => check(asked, { workspaceId: actor.workspaceId, signal }, told),
  }
}
