/** Everything the API lets somebody change, by its operation: what is noted of it, as "noun.done"; null: nothing,
 *  because nothing is changed, or only how the person themselves sees the app. A route that is not here keeps the
 *  API from starting. */
export const LOGGED_ACTIONS: Readonly<Record<string, string | null>> = {
  createMonitor: 'monitor.created',
  changeMonitor: 'monitor.changed',
  changeMonitorByPut: 'monitor.changed',
  deleteMonitor: 'monitor.deleted',
  pauseMonitor: 'monitor.paused',
  resumeMonitor: 'monitor.resumed',
  checkMonitor: null,
  testMonitor: null,
  changeMonitors: 'monitors.changed',
  deleteMonitors: 'monitors.deleted',
  importFile: 'workspace.imported',
  // Noted in the same transaction: each thing as if it had been changed alone, then workspace.applied.
  applyDocument: null,

  acknowledgeOutage: 'outage.acknowledged',
  muteOutage: 'outage.muted',
  unmuteOutage: 'outage.unmuted',
  createOutageNote: 'outage.noted',
  deleteOutageNote: 'outage.unnoted',

  createMaintenance: 'maintenance.created',
  changeMaintenance: 'maintenance.changed',
  changeMaintenanceByPut: 'maintenance.changed',
  deleteMaintenance: 'maintenance.deleted',
  moveMaintenanceOccurrence: 'maintenance.moved',
  cancelMaintenanceOccurrence: 'maintenance.cancelled',

  createContact: 'contact.created',
  changeContact: 'contact.changed',
  deleteContact: 'contact.deleted',
  deleteContactBrowser: 'contact.changed',
  testContact: null,
  createTeam: 'team.created',
  changeTeam: 'team.changed',
  deleteTeam: 'team.deleted',

  createStatusPage: 'statusPage.created',
  changeStatusPage: 'statusPage.changed',
  deleteStatusPage: 'statusPage.deleted',
  deleteStatusPageSubscriber: 'statusPage.unsubscribed',

  startCrawl: 'crawl.started',
  cancelCrawl: 'crawl.cancelled',
  createCrawlSchedule: 'crawlSchedule.created',
  changeCrawlSchedule: 'crawlSchedule.changed',
  deleteCrawlSchedule: 'crawlSchedule.deleted',

  createAudit: 'audit.created',
  addAuditPart: null,
  deleteAudit: 'audit.deleted',

  removeAgent: 'agent.removed',
  createAgentToken: 'agentToken.created',
  revokeAgentToken: 'agentToken.revoked',
  createKey: 'key.created',
  revokeKey: 'key.revoked',

  createInvitation: 'invitation.created',
  deleteInvitation: 'invitation.withdrawn',
  changePerson: 'person.changed',
  removePerson: 'person.removed',
  createWorkspace: 'workspace.created',
  renameWorkspace: 'workspace.renamed',
}
