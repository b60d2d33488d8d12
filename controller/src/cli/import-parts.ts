import { createAddressGuard } from '@sightline/shared/address'
import { AppError } from '@sightline/shared/errors'
import { createLogger } from '@sightline/shared/logger'
import { createNameResolver } from '@sightline/shared/name-resolution'
import { planOf } from '../accounts/plans.ts'
import { createPushIdentity } from '../alerting/channels/push/identity.ts'
import type { ApplyService } from '../apply/apply-service.ts'
import { createApplyService } from '../apply/apply-service.ts'
import { IMPORTED_BODIES } from '../api/schemas/imported-bodies.ts'
import { mailFromOf } from '../config.ts'
import type { Database } from '../db/pool.ts'
import { readWorkspaceOwner } from '../db/workspace-owners.ts'
import type { ImportContext, ImportParts } from '../imports/import-context.ts'
import { importContextOver } from '../imports/import-context.ts'
import { exportWorkspace } from '../imports/export/export-workspace.ts'
import { createImportService } from '../imports/import-service.ts'
import type { Actor } from '../monitors/monitor-context.ts'
import { openClock } from '../process/clock.ts'
import { requireSecretKeys } from '../secrets/secret-keys.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import type { SupervisorConfig } from '../supervisor/config.ts'
import { webAddress } from './web-address.ts'

export { createImportService, exportWorkspace }

/** What imports and exports work with, made as the controller makes it.
 *  @throws AppError where the installation has no secret keys yet */
export async function createImportContext(
  config: SupervisorConfig,
  db: Database,
): Promise<ImportContext> {
  return importContextOver(await createImportParts(config, db))
}

/** What the services of a context are made of. */
async function createImportParts(config: SupervisorConfig, db: Database): Promise<ImportParts> {
  const { SIGHTLINE_SECRET_KEY: given, dataFolder, SMTP_URL: smtpUrl = null } = config
  const secretBox = createSecretBox(await requireSecretKeys(given, dataFolder))
  const clock = await openClock(db)
  const guard = createAddressGuard(config.SIGHTLINE_ALLOW_PRIVATE_TARGETS)
  const resolver = createNameResolver({ servers: config.SIGHTLINE_DNS_SERVERS })
  const publicUrl = (): string => webAddress(config)
  const mailFrom = mailFromOf(config)
  const push = createPushIdentity({ db, secrets: secretBox, publicUrl, mailFrom })
  return {
    db,
    now: () => new Date(clock.now()),
    guard,
    resolveName: resolver.resolve,
    secretBox,
    canMail: smtpUrl !== null,
    confirmsOwn: config.SIGHTLINE_CONFIRM_CONTACTS,
    sending: { guard, resolver, smtpUrl, mailFrom, push },
    publicUrl,
    // Controllers that show pages look for new ones by themselves.
    changed: () => undefined,
    bodies: IMPORTED_BODIES,
    log: createLogger('cli', 'silent'),
  }
}

/** Brings workspaces to what documents say, as the controller does it. */
export async function createLocalApply(
  config: SupervisorConfig,
  db: Database,
): Promise<ApplyService> {
  const parts = await createImportParts(config, db)
  return createApplyService({
    db,
    resolveName: parts.resolveName,
    contextOver: (over, resolveName, changed) =>
      importContextOver({ ...parts, db: over, resolveName, changed }),
    changed: parts.changed,
  })
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
