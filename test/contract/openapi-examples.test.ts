import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { z } from 'zod'
import { Plans, UsageReport } from '../../controller/src/api/routes/account.ts'
import { Options } from '../../controller/src/api/routes/options.ts'
import { SavedViewList } from '../../controller/src/api/routes/own-views.ts'
import { PeopleList } from '../../controller/src/api/routes/people.ts'
import { BackupCodes, SecondFactorBegun } from '../../controller/src/api/routes/second-factor.ts'
import { MailAsked, PasswordReset } from '../../controller/src/api/routes/sign-in-links.ts'
import { OidcBegun, SignInWays } from '../../controller/src/api/routes/sign-in-providers.ts'
import { ProposalList } from '../../controller/src/api/routes/propose.ts'
import { TracerouteReport } from '../../controller/src/api/routes/traceroute.ts'
import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { ANALYSES } from '@sightline/shared/analyses/registry'
import { answerObject } from '../../controller/src/api/one-url-answers.ts'
import { analysisOperation } from '../../controller/src/api/description/analyses/index.ts'
import { WorkspaceAnswer } from '../../controller/src/api/routes/workspaces.ts'
import { UptimeCheckReport } from '../../controller/src/api/routes/uptime-check.ts'
import { AlertList } from '../../controller/src/api/schemas/alert.ts'
import { AuditLog } from '../../controller/src/api/schemas/audit-log.ts'
import { AnalysisAnswer } from '../../controller/src/api/schemas/analysis.ts'
import {
  ContactAnswer,
  ContactList,
  ContactTest,
} from '../../controller/src/api/schemas/contact.ts'
import {
  CrawlComparison,
  CrawlIssueComparison,
} from '../../controller/src/api/schemas/crawl-compare.ts'
import { CrawlIssuePages, CrawlIssues } from '../../controller/src/api/schemas/crawl-issue.ts'
import {
  AddedAuditPart,
  AuditDeleted,
  AuditList,
  AuditObject,
  AuditPartObject,
} from '../../controller/src/api/schemas/audit.ts'
import { CrawlJob, CrawlList } from '../../controller/src/api/schemas/crawl-job.ts'
import { CrawlPage } from '../../controller/src/api/schemas/crawl-page.ts'
import {
  CrawlLinks,
  CrawlOrphans,
  CrawlPages,
} from '../../controller/src/api/schemas/crawl-reads.ts'
import { WorkspaceExport } from '../../controller/src/api/schemas/export.ts'
import { HoursOfDayAnswer } from '../../controller/src/api/schemas/hours-of-day.ts'
import {
  InvitationCreated,
  InvitationList,
  InvitationSeen,
} from '../../controller/src/api/schemas/invitation.ts'
import {
  OccurrenceAnswer,
  WindowAnswer,
  WindowDetail,
  WindowList,
} from '../../controller/src/api/schemas/maintenance.ts'
import { ApplyAnswer } from '../../controller/src/api/schemas/apply.ts'
import { ImportAnswer } from '../../controller/src/api/schemas/import.ts'
import { Deleted, MonitorAnswer, MonitorList } from '../../controller/src/api/schemas/monitor.ts'
import {
  MonitorSetAnswer,
  MonitorSetChangeBody,
  MonitorSetDeleted,
} from '../../controller/src/api/schemas/monitor-sets.ts'
import { OutageList } from '../../controller/src/api/schemas/outage.ts'
import { OwnAccountAnswer, SessionList } from '../../controller/src/api/schemas/own-account.ts'
import { OwnKeyCreated, OwnKeyList } from '../../controller/src/api/schemas/own-key.ts'
import {
  PasskeyAdded,
  PasskeyList,
  PasskeyOptions,
} from '../../controller/src/api/schemas/passkey.ts'
import { PerformanceAnswer } from '../../controller/src/api/schemas/performance.ts'
import { ProbeList } from '../../controller/src/api/schemas/probe.ts'
import { ResultList } from '../../controller/src/api/schemas/result.ts'
import { SummaryAnswer } from '../../controller/src/api/schemas/summary.ts'
import { TeamAnswer, TeamList } from '../../controller/src/api/schemas/team.ts'
import {
  OutageNoteAnswer,
  OutageStoryAnswer,
  OverviewAnswer,
  WorkspaceOutageAnswer,
  WorkspaceOutageList,
} from '../../controller/src/api/schemas/workspace-outage.ts'
import { MonitorCreation } from '../../controller/src/monitors/monitor-input.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument, Operation } from '../helpers/api-document.ts'
import {
  operationsOf,
  monitorRouteOf,
  schemaOf,
  openDescribedApi,
} from '../helpers/api-document.ts'
import type { TestApi } from '../helpers/test-api.ts'

/** What is used of a zod schema. */
interface AnswerSchema {
  readonly parse: (value: unknown) => unknown
  readonly encode: (value: never) => unknown
}

let api: TestApi
let document: ApiDocument
beforeAll(async () => {
  ;({ api, document } = await openDescribedApi())
})
afterAll(() => api.close())

describe('what the description of the API shows', () => {
  it.each<[string, string, AnswerSchema]>([
    ['createMonitor', '201', MonitorAnswer],
    ['listMonitors', '200', MonitorList],
    ['changeMonitors', '200', MonitorSetAnswer],
    ['deleteMonitors', '200', MonitorSetDeleted],
    ['readResults', '200', ResultList],
    ['createMaintenance', '201', WindowAnswer],
    ['readMaintenance', '200', WindowDetail],
    ['moveMaintenanceOccurrence', '200', OccurrenceAnswer],
    ['readSummary', '200', SummaryAnswer],
    ['readOutages', '200', OutageList],
    ['readPerformance', '200', PerformanceAnswer],
    ['readHoursOfDay', '200', HoursOfDayAnswer],
    ['readMonitor', '200', MonitorAnswer],
    ['changeMonitor', '200', MonitorAnswer],
    ['pauseMonitor', '200', MonitorAnswer],
    ['resumeMonitor', '200', MonitorAnswer],
    ['deleteMonitor', '200', Deleted],
    ['readMonitorOptions', '200', Options],
    ['testMonitor', '200', UptimeCheckReport],
    ['proposeMonitors', '200', ProposalList],
    ['readOverview', '200', OverviewAnswer],
    ['listOutages', '200', WorkspaceOutageList],
    ['readOutage', '200', OutageStoryAnswer],
    ['acknowledgeOutage', '200', WorkspaceOutageAnswer],
    ['createOutageNote', '201', OutageNoteAnswer],
    ['deleteOutageNote', '200', Deleted],
    ['readProbes', '200', ProbeList],
    ['readAnalysis', '200', AnalysisAnswer],
    ['listMaintenance', '200', WindowList],
    ['changeMaintenance', '200', WindowAnswer],
    ['changeMaintenanceByPut', '200', WindowAnswer],
    ['deleteMaintenance', '200', Deleted],
    ['cancelMaintenanceOccurrence', '200', OccurrenceAnswer],
    ['traceroute', '200', TracerouteReport],
    ['checkUptime', '200', UptimeCheckReport],
    ...Object.keys(ANALYSES).map((name): [string, string, AnswerSchema] => [
      analysisOperation(name),
      '200',
      answerObject(name as AnalysisName),
    ]),
    ['startCrawl', '202', CrawlJob],
    ['listAudits', '200', AuditList],
    ['createAudit', '201', AuditObject],
    ['readAudit', '200', AuditObject],
    ['deleteAudit', '200', AuditDeleted],
    ['addAuditPart', '200', AddedAuditPart],
    ['readAuditPart', '200', AuditPartObject],
    ['listCrawls', '200', CrawlList],
    ['readCrawl', '200', CrawlJob],
    ['cancelCrawl', '200', CrawlJob],
    ['readCrawlPage', '200', CrawlPage],
    ['readCrawlIssues', '200', CrawlIssues],
    ['readCrawlIssue', '200', CrawlIssuePages],
    ['compareCrawls', '200', CrawlComparison],
    ['compareCrawlIssue', '200', CrawlIssueComparison],
    ['readCrawlLinks', '200', CrawlLinks],
    ['readCrawlOrphans', '200', CrawlOrphans],
    ['readCrawlPages', '200', CrawlPages],
    ['listAlerts', '200', AlertList],
    ['listContacts', '200', ContactList],
    ['createContact', '201', ContactAnswer],
    ['readContact', '200', ContactAnswer],
    ['changeContact', '200', ContactAnswer],
    ['deleteContact', '200', Deleted],
    ['testContact', '200', ContactTest],
    ['listTeams', '200', TeamList],
    ['createTeam', '201', TeamAnswer],
    ['readTeam', '200', TeamAnswer],
    ['changeTeam', '200', TeamAnswer],
    ['deleteTeam', '200', Deleted],
    ['importFile', '200', ImportAnswer],
    ['applyDocument', '200', ApplyAnswer],
    ['exportWorkspace', '200', WorkspaceExport],
    ['readPlans', '200', Plans],
    ['readUsage', '200', UsageReport],
    ['readMe', '200', OwnAccountAnswer],
    ['listSessions', '200', SessionList],
    ['listKeys', '200', OwnKeyList],
    ['createKey', '201', OwnKeyCreated],
    ['readAuditLog', '200', AuditLog],
    ['listViews', '200', SavedViewList],
    ['saveView', '200', SavedViewList],
    ['deleteView', '200', SavedViewList],
    ['listPeople', '200', PeopleList],
    ['listInvitations', '200', InvitationList],
    ['createInvitation', '201', InvitationCreated],
    ['readInvitation', '200', InvitationSeen],
    ['enableSecondFactor', '200', SecondFactorBegun],
    ['makeBackupCodes', '200', BackupCodes],
    ['requestPasswordReset', '200', MailAsked],
    ['createWorkspace', '201', WorkspaceAnswer],
    ['readSignInWays', '200', SignInWays],
    ['signInByOidc', '200', OidcBegun],
    ['listPasskeys', '200', PasskeyList],
    ['createPasskey', '201', PasskeyAdded],
    ['beginPasskey', '200', PasskeyOptions],
    ['resetPassword', '200', PasswordReset],
  ])('shows a whole answer of %s, to the letter of its schema', (id, status, schema) => {
    const { responses } = operationsOf(document).find(
      ({ operationId }) => operationId === id,
    ) as Operation
    const { example, examples } = responses[status]?.content?.['application/json'] ?? {}
    const shown = examples === undefined ? [example] : Object.values(examples).map((e) => e.value)
    for (const value of shown) {
      // A field that is not in the schema would not come back.
      expect(schema.encode(schema.parse(value) as never)).toEqual(value)
    }
  })

  it('shows nothing that its own schemas do not allow', () => {
    // All in one: what they share is read once.
    const properties: Record<string, object> = {}
    const shown: Record<string, unknown[]> = {}
    for (const { operationId, requestBody, responses } of operationsOf(document)) {
      for (const [status, body] of Object.entries({ request: requestBody, ...responses })) {
        const { schema, example, examples = {} } = body?.content?.['application/json'] ?? {}
        if (schema === undefined) continue
        const values = Object.values(examples).map(({ value }) => value)
        properties[`${operationId} ${status}`] = { type: 'array', items: schema }
        shown[`${operationId} ${status}`] = example === undefined ? values : [example]
      }
    }
    const { error } = schemaOf(document, { type: 'object', properties }).safeParse(shown)
    expect(error === undefined ? '' : z.prettifyError(error)).toBe('')
  })

  it('says what every success is, and shows one', () => {
    const silent: string[] = []
    for (const { operationId, responses } of operationsOf(document)) {
      for (const [status, { description, content }] of Object.entries(responses)) {
        const media = content?.['application/json']
        if (!status.startsWith('2') || media === undefined) continue
        const shown = media.example ?? media.examples
        if (description === 'Default Response' || shown === undefined) silent.push(operationId)
      }
    }
    expect(silent).toEqual([])
  })

  it.each(MONITOR_TYPES)('shows the answer that its example of a %s monitor gets', async (type) => {
    const { requestBody, responses } = monitorRouteOf(document, 'post', '')
    const answers = responses['201']?.content?.['application/json'].examples
    // oxlint-disable-next-line typescript/no-explicit-any
    const shown = answers?.[type]?.value as any
    const body = requestBody?.content['application/json'].examples?.[type]?.value
    expect(MonitorCreation.safeParse(body).success).toBe(true)
    const answer = await api.ask('POST', '/api/v1/monitors', { body })
    expect([answer.body.error, answer.status]).toEqual([undefined, 201])
    const { monitor } = answer.body
    const own = ['id', 'createdAt', 'updatedAt', 'statusSince', 'nextCheckAt', 'createdBy'] as const
    expect({
      ...monitor,
      ...Object.fromEntries(own.map((field) => [field, shown.monitor[field]])),
      alerts: { ...monitor.alerts, memberIds: shown.monitor.alerts.memberIds },
    }).toEqual(shown.monitor)
  })

  it('shows changes of many monitors as they can be sent', () => {
    const { examples = {} } =
      monitorRouteOf(document, 'patch', '').requestBody?.content['application/json'] ?? {}
    expect(Object.keys(examples)).toEqual(['pause', 'resume', 'interval'])
    for (const { value } of Object.values(examples)) {
      expect(MonitorSetChangeBody.safeParse(value).success).toBe(true)
    }
  })
})
