import { RETENTION_DAYS } from '../../db/partitions.ts'
import { addAccountRoutes } from '../routes/account.ts'
import { addAgentRoutes } from '../routes/agents.ts'
import { addAlertRoutes } from '../routes/alerts.ts'
import { addApplyRoute } from '../routes/apply.ts'
import { addAuditLogRoute } from '../routes/audit-log.ts'
import { addContactRoutes } from '../routes/contacts.ts'
import { addImportRoutes } from '../routes/imports.ts'
import { addInvitationRoutes } from '../routes/invitations.ts'
import { addOwnAccountRoutes } from '../routes/me.ts'
import { addOwnEmailRoutes } from '../routes/own-email.ts'
import { addOwnKeyRoutes } from '../routes/own-keys.ts'
import { addOwnViewRoutes } from '../routes/own-views.ts'
import { addPeopleRoutes } from '../routes/people.ts'
import { addTeamRoutes } from '../routes/teams.ts'
import { addWorkspaceRoutes } from '../routes/workspaces.ts'
import type { AddArea } from './area.ts'

/** What belongs to a workspace: agents, alerts and who gets them, keys, people. */
export const addWorkspaceArea: AddArea = async (
  app,
  { deps: { db, limitsDb, log, config, resultRetentionDays }, services, cookies, clientOf, now },
) => {
  addAgentRoutes(app, services.agents)
  addAlertRoutes(app, db)
  addContactRoutes(app, services.contacts)
  addTeamRoutes(app, services.teams)
  await addImportRoutes(app, { imports: services.imports, context: services.importing, log })
  addApplyRoute(app, services.applying, { trustsProxy: config.SIGHTLINE_TRUST_PROXY })
  addAccountRoutes(app, db, { retentionDays: resultRetentionDays ?? RETENTION_DAYS, now })
  addOwnAccountRoutes(app, services.ownAccounts, {
    cookies,
    publicUrl: config.SIGHTLINE_PUBLIC_URL,
  })
  addOwnEmailRoutes(app, services.emailChanges, { limitsDb, clientOf, now })
  addOwnKeyRoutes(app, db, now)
  addOwnViewRoutes(app, db, now)
  addAuditLogRoute(app, db)
  addPeopleRoutes(app, db)
  addWorkspaceRoutes(app, db, now)
  addInvitationRoutes(app, services.invitations, { limitsDb, clientOf, now })
}
