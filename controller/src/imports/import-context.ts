import type { z } from 'zod'
import type { Logger } from '@sightline/shared/logger'
import type { ContactService } from '../alerting/contacts/contact-service.ts'
import type { TeamService } from '../alerting/teams/team-service.ts'
import type { ScheduleInput, ScheduleService } from '../crawl/schedules/schedule-service.ts'
import type { MaintenanceService } from '../maintenance/maintenance-service.ts'
import type { WindowCreationInput } from '../maintenance/window-input.ts'
import type { MonitorContext } from '../monitors/monitor-context.ts'
import type { StatusPageService } from '../status-pages/status-page-service.ts'

/** What imports and exports work with: things are made by the services that make them for requests. */
export interface ImportContext extends MonitorContext {
  readonly contacts: ContactService
  readonly teams: TeamService
  readonly windows: MaintenanceService
  readonly crawlSchedules: ScheduleService
  readonly statusPages: StatusPageService
  /** How the API reads bodies whose schemas are its own. */
  readonly bodies: {
    readonly window: z.ZodType<WindowCreationInput>
    readonly crawlSchedule: z.ZodType<ScheduleInput>
  }
  readonly log: Logger
}
