import { createAddressGuard } from '@sightline/shared/address'
import { AppError } from '@sightline/shared/errors'
import { createLogger } from '@sightline/shared/logger'
import { createNameResolver } from '@sightline/shared/name-resolution'
import { planOf } from '../accounts/plans.ts'
import { createPushIdentity } from '../alerting/channels/push/identity.ts'
import { createContactService } from '../alerting/contacts/contact-service.ts'
import { createTeamService } from '../alerting/teams/team-service.ts'
import { IMPORTED_BODIES } from '../api/schemas/imported-bodies.ts'
import { mailFromOf } from '../config.ts'
import { createScheduleService } from '../crawl/schedules/schedule-service.ts'
import type { Database } from '../db/pool.ts'
import { readWorkspaceOwner } from '../db/workspace-owners.ts'
import type { ImportContext } from '../imports/import-context.ts'
import { exportWorkspace } from '../imports/export/export-workspace.ts'
import { createImportService } from '../imports/import-service.ts'
import { createMaintenanceService } from '../maintenance/maintenance-service.ts'
import type { Actor } from '../monitors/monitor-context.ts'
import { openClock } from '../process/clock.ts'
import { requireSecretKeys } from '../secrets/secret-keys.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { createStatusPageService } from '../status-pages/status-page-service.ts'
import type { SupervisorConfig } from '../supervisor/config.ts'
import { webAddress } from './web-address.ts'

export { createImportService, exportWorkspace }

/** What imports and exports work with, made as the controller makes it.
 *  @throws AppError where the installation has no secret keys yet */
export async function createImportContext(
  config: SupervisorConfig,
  db: Database,
): Promise<ImportContext> {
  const { SIGHTLINE_SECRET_KEY: given, dataFolder, SMTP_URL: smtpUrl = null } = config
  const secretBox = createSecretBox(await requireSecretKeys(given, dataFolder))
  const clock = await openClock(db)
  const now = (): Date => new Date(clock.now())
  const guard = createAddressGuard(config.SIGHTLINE_ALLOW_PRIVATE_TARGETS)
  const resolver = createNameResolver({ servers: config.SIGHTLINE_DNS_SERVERS })
  const confirmsOwn = config.SIGHTLINE_CONFIRM_CONTACTS
  const resolveName = resolver.resolve
  const publicUrl = (): string => webAddress(config)
  const mailFrom = mailFromOf(config)
  const push = createPushIdentity({ db, secrets: secretBox, publicUrl, mailFrom })
  return {
    db,
    now,
    guard,
    resolveName,
    secretBox,
    canMail: smtpUrl !== null,
    confirmsOwn,
    contacts: createContactService({
      db,
      secrets: secretBox,
      sending: { guard, resolver, smtpUrl, mailFrom, push },
      confirmsOwn,
      publicUrl,
      now,
    }),
    teams: createTeamService({ db, now }),
    windows: createMaintenanceService({ db, now }),
    crawlSchedules: createScheduleService({ db, guard, resolveName, now }),
    // Controllers that show pages look for new ones by themselves.
    statusPages: createStatusPageService({
      db,
      now,
      publicUrl,
      changed: () => undefined,
    }),
    bodies: IMPORTED_BODIES,
    log: createLogger('cli', 'silent'),
  }
}

/** The owner of a workspace, for whom a command works.
 *  @param workspace its id; undefined: the workspace that owns the installation
 *  @throws AppError notFound */
export async function ownerOf(db: Database, workspace: string | undefined): Promise<Actor> {
  const owner = await readWorkspaceOwner(db, workspace ?? null)
  if (owner === null) {
    const message =
      workspace === undefined
        ? 'This installation has no owner yet: start the controller once, it makes one.'
        : `There is no workspace with the id "${workspace}".`
    throw new AppError('notFound', message)
  }
  const { plan, ...actor } = owner
  return { ...actor, plan: planOf(plan) }
}
