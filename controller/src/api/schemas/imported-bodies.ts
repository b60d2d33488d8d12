import type { ImportContext } from '../../imports/import-context.ts'
import { ScheduleCreation } from './crawl-schedule.ts'
import { WindowCreation } from './maintenance-input.ts'

/** How the bodies of things in files are read, where the schema is the API's own. */
export const IMPORTED_BODIES: ImportContext['bodies'] = {
  window: WindowCreation,
  crawlSchedule: ScheduleCreation.transform(
    ({ url, region, from, recurrence, repeatEvery, timezone, active, alerts, ...settings }) => ({
      url,
      region,
      from,
      recurrence,
      repeatEvery,
      timezone,
      active,
      alerts,
      settings,
    }),
  ),
}
