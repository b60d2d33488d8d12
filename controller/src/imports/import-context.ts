import type { z } from 'zod'
import type { Logger } from '@sightline/shared/logger'
import type { SendingParts } from '../alerting/channels/channel.ts'
import type { ContactService } from '../alerting/contacts/contact-service.ts'
import { createContactService } from '../alerting/contacts/contact-service.ts'
import type { TeamService } from '../alerting/teams/team-service.ts'
import { createTeamService } from '../alerting/teams/team-service.ts'
import type { ScheduleInput, ScheduleService } from '../crawl/schedules/schedule-service.ts'
import { createScheduleService } from '../crawl/schedules/schedule-service.ts'
import type { MaintenanceService } from '../maintenance/maintenance-service.ts'
import { createMaintenanceService } from '../maintenance/maintenance-service.ts'
import type { WindowCreationInput } from '../maintenance/window-input.ts'
import type { MonitorContext } from '../monitors/monitor-context.ts'
import type { StatusPageService } from '../status-pages/status-page-service.ts'
import { createStatusPageService } from '../status-pages/status-page-service.ts'

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

/** What the services of a context are made of. */
export interface ImportParts extends MonitorContext, Pick<ImportContext, 'bodies' | 'log'> {
  readonly sending: SendingParts
  /** Where people reach this installation, without a slash at the end. */
  readonly publicUrl: () => string
  /** A status page changed. */
  readonly changed: (pageId: number) => void
}

/** The services over one database, which may be a transaction. */
export function importContextOver(parts: ImportParts): ImportContext {
  const { db, now, secretBox, confirmsOwn, guard, resolveName, publicUrl, changed } = parts
  const sending = { ...parts.sending, resolver: { resolve: resolveName } }
  const contactParts = { db, secrets: secretBox, sending, confirmsOwn, publicUrl, now }
  return {
    db,
    now,
    guard,
    resolveName,
    secretBox,
    canMail: parts.canMail,
    confirmsOwn,
    contacts: createContactService(contactParts),
    teams: createTeamService({ db, now }),
    windows: createMaintenanceService({ db, now }),
    crawlSchedules: createScheduleService({ db, guard, resolveName, now }),
    statusPages: createStatusPageService({ db, now, publicUrl, changed }),
    bodies: parts.bodies,
    log: parts.log,
  }
}
