import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { summary: string; value: unknown }>
}

interface Operation {
  operationId: string
  tags: string[]
  security: object[]
  requestBody?: { required: boolean; content: { 'application/json': Media } }
  responses: Record<
    string,
    {
      description: string
      headers?: Record<string, { $ref: string }>
      content?: { 'application/json': Media }
    }
  >
}

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** What is used of a zod schema. */
interface AnswerSchema {
  readonly parse: (value: unknown) => unknown
  readonly encode: (value: never) => unknown
}

let api: TestApi
// oxlint-disable-next-line typescript/no-explicit-any
let document: any
beforeAll(async () => {
  api = await openTestApi({ plan: 'starter', smtpUrl: 'smtp://192.0.66.9' })
  // Alerts reach somebody once the owner has an account.
  await api.db.query({ text: `update people set email = 'owner@example.com'` })
  await api.addRegion('us-east', true)
  document = (await api.ask('GET', '/openapi.json', { key: null })).body
})
afterAll(() => api.close())

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

function operations(): Operation[] {
  return Object.values<Record<string, Operation>>(document.paths).flatMap(Object.values)
}

/** Reads a schema of the document, with all that it refers to. */
function schemaOf(schema: object): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas })
  // A pattern does not say that it is one of Unicode, as all are in the document.
  const inside = JSON.parse(
    whole.replaceAll('#/components/schemas/', '#/$defs/'),
    (name, value: unknown) => (name === 'pattern' && typeof value === 'string' ? undefined : value),
  )
  return z.fromJSONSchema(inside)
}

function monitorRoute(method: string, path: string): Operation {
  return document.paths[`/api/v1/monitors${path}`][method]
}

describe('the description of the API', () => {
  it('is OpenAPI 3.1 of version 1.0.0 with the key in a header', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe('1.0.0')
    expect(document.components.securitySchemes.apiKey).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
    })
  })

  it('tells what errors have beside their sentence', () => {
    const told = (method: string, path: string, status: number) =>
      document.paths[path][method].responses[status].content['application/json'].schema.$ref
    expect(told('post', '/api/v1/apply', 400)).toBe('#/components/schemas/DocumentProblems')
    expect(told('patch', '/api/v1/monitors/{id}', 409)).toBe('#/components/schemas/MonitorConflict')
    expect(told('post', '/api/v1/monitors', 409)).toBe('#/components/schemas/MonitorRefused')
    expect(told('post', '/api/v1/alerting/contacts', 409)).toBe('#/components/schemas/Error')
  })

  it('names every route, each with a summary, answers and its errors', () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      '/api/auth/change-password',
      '/api/auth/invitation',
      '/api/auth/invitation/accept',
      '/api/auth/passkeys',
      '/api/auth/passkeys/options',
      '/api/auth/passkeys/{id}',
      '/api/auth/request-password-reset',
      '/api/auth/reset-password',
      '/api/auth/sign-in/email',
      '/api/auth/sign-in/oidc',
      '/api/auth/sign-in/passkey',
      '/api/auth/sign-in/passkey/options',
      '/api/auth/sign-out',
      '/api/auth/two-factor/backup-codes',
      '/api/auth/two-factor/disable',
      '/api/auth/two-factor/enable',
      '/api/auth/two-factor/verify',
      '/api/auth/two-factor/verify-backup-code',
      '/api/auth/ways',
      '/api/v1/accessibility',
      '/api/v1/agents',
      '/api/v1/agents/tokens',
      '/api/v1/agents/tokens/{id}',
      '/api/v1/agents/{id}',
      '/api/v1/ai-readiness',
      '/api/v1/alerting/contacts',
      '/api/v1/alerting/contacts/{id}',
      '/api/v1/alerting/contacts/{id}/browsers/{browserId}',
      '/api/v1/alerting/contacts/{id}/test',
      '/api/v1/alerting/push-key',
      '/api/v1/alerting/teams',
      '/api/v1/alerting/teams/{id}',
      '/api/v1/alerts',
      '/api/v1/apply',
      '/api/v1/audit',
      '/api/v1/audit-log',
      '/api/v1/audits',
      '/api/v1/audits/{id}',
      '/api/v1/audits/{id}/parts',
      '/api/v1/audits/{id}/parts/{part}',
      '/api/v1/content',
      '/api/v1/crawl',
      '/api/v1/crawl/schedules',
      '/api/v1/crawl/schedules/{id}',
      '/api/v1/crawl/{jobId}',
      '/api/v1/crawl/{jobId}/compare',
      '/api/v1/crawl/{jobId}/compare/{issueId}',
      '/api/v1/crawl/{jobId}/events',
      '/api/v1/crawl/{jobId}/export',
      '/api/v1/crawl/{jobId}/figures',
      '/api/v1/crawl/{jobId}/graph',
      '/api/v1/crawl/{jobId}/issues',
      '/api/v1/crawl/{jobId}/issues/{issueId}',
      '/api/v1/crawl/{jobId}/links',
      '/api/v1/crawl/{jobId}/orphans',
      '/api/v1/crawl/{jobId}/page',
      '/api/v1/crawl/{jobId}/pages',
      '/api/v1/events',
      '/api/v1/export',
      '/api/v1/imports',
      '/api/v1/indexability',
      '/api/v1/invitations',
      '/api/v1/invitations/{id}',
      '/api/v1/key',
      '/api/v1/keys',
      '/api/v1/keys/{id}',
      '/api/v1/keyword-analysis',
      '/api/v1/keyword-density',
      '/api/v1/lighthouse',
      '/api/v1/links',
      '/api/v1/maintenance',
      '/api/v1/maintenance/occurrences/{id}',
      '/api/v1/maintenance/{id}',
      '/api/v1/me',
      '/api/v1/me/email',
      '/api/v1/me/email/confirm',
      '/api/v1/me/invitations',
      '/api/v1/me/sessions',
      '/api/v1/me/sessions/{id}',
      '/api/v1/me/views',
      '/api/v1/me/views/{name}',
      '/api/v1/me/workspace',
      '/api/v1/meta-tags',
      '/api/v1/monitors',
      '/api/v1/monitors/counts',
      '/api/v1/monitors/options',
      '/api/v1/monitors/propose',
      '/api/v1/monitors/test',
      '/api/v1/monitors/{id}',
      '/api/v1/monitors/{id}/analysis',
      '/api/v1/monitors/{id}/hours-of-day',
      '/api/v1/monitors/{id}/outages',
      '/api/v1/monitors/{id}/pause',
      '/api/v1/monitors/{id}/performance',
      '/api/v1/monitors/{id}/probes',
      '/api/v1/monitors/{id}/results',
      '/api/v1/monitors/{id}/resume',
      '/api/v1/monitors/{id}/summary',
      '/api/v1/outages',
      '/api/v1/outages/{id}',
      '/api/v1/outages/{id}/acknowledge',
      '/api/v1/outages/{id}/mute',
      '/api/v1/outages/{id}/notes',
      '/api/v1/outages/{id}/notes/{noteId}',
      '/api/v1/outages/{id}/screenshot',
      '/api/v1/overview',
      '/api/v1/page-timing',
      '/api/v1/people',
      '/api/v1/people/{id}',
      '/api/v1/plans',
      '/api/v1/raw-html',
      '/api/v1/redirect-chains',
      '/api/v1/resources',
      '/api/v1/robots-txt',
      '/api/v1/screenshot',
      '/api/v1/security-headers',
      '/api/v1/sitemap',
      '/api/v1/status-pages',
      '/api/v1/status-pages/{id}',
      '/api/v1/status-pages/{id}/export',
      '/api/v1/status-pages/{id}/subscribers',
      '/api/v1/status-pages/{id}/subscribers/{subscriberId}',
      '/api/v1/structured-data',
      '/api/v1/traceroute',
      '/api/v1/uptime-check',
      '/api/v1/usage',
      '/api/v1/waterfall',
      '/api/v1/workspace',
      '/api/v1/workspaces',
      '/healthz',
      '/readyz',
    ])
    for (const path of Object.values<Record<string, Record<string, unknown>>>(document.paths)) {
      for (const [method, operation] of Object.entries(path)) {
        expect(METHODS).toContain(method)
        expect(operation['summary']).toEqual(expect.any(String))
        expect(operation['operationId']).toEqual(expect.any(String))
        expect(operation['security']).toBeDefined()
      }
    }
    expect(Object.keys(document.paths['/api/v1/monitors'].post.responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '405',
      '409',
      '429',
      '500',
      '503',
    ])
  })

  it('has no reference that leads nowhere', () => {
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name)
    }
    expect(text).not.toContain('PLACEHOLDER')
  })

  it('says of every field what it means', () => {
    const silent: string[] = []
    const walk = (schema: Schema, at: string): void => {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        const described =
          field.description ?? field.$ref ?? field.anyOf?.some((choice) => choice.$ref)
        if (described === undefined || described === false) silent.push(`${at}.${name}`)
        walk(field, `${at}.${name}`)
      }
      if (schema.items !== undefined) walk(schema.items, `${at}[]`)
      for (const choice of schema.anyOf ?? []) walk(choice, at)
    }
    for (const [name, schema] of Object.entries(document.components.schemas))
      walk(schema as Schema, name)
    for (const { operationId, responses } of operations()) {
      for (const { content } of Object.values(responses)) {
        const schema = content?.['application/json']?.schema
        if (schema !== undefined) walk(schema, operationId)
      }
    }
    for (const path of Object.values<
      Record<string, { parameters?: { name: string; description?: string }[] }>
    >(document.paths)) {
      for (const operation of Object.values(path)) {
        for (const parameter of operation.parameters ?? [])
          if (parameter.description === undefined) silent.push(parameter.name)
      }
    }
    expect(silent).toEqual([])
  })

  it('describes answers as they are', async () => {
    const created = await api.ask('POST', '/api/v1/monitors', {
      body: { url: 'https://example.com' },
    })
    const { properties } = document.components.schemas.Monitor
    expect(Object.keys(properties).sort()).toEqual(Object.keys(created.body.monitor).sort())
  })

  it('asks for no body where none is needed, and names the 400 of one that is not JSON', async () => {
    expect(monitorRoute('post', '/{id}/pause').requestBody?.required).toBe(false)
    expect(monitorRoute('post', '/{id}/resume').requestBody?.required).toBe(false)
    expect(monitorRoute('post', '').requestBody?.required).toBe(true)
    expect(monitorRoute('patch', '/{id}').requestBody?.required).toBe(true)
    expect(monitorRoute('delete', '/{id}').responses['400']).toEqual(
      monitorRoute('post', '').responses['400'],
    )
  })

  it('lets no body have fields that it does not name', () => {
    const open = operations().flatMap(({ operationId, requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema
      if (schema === undefined) return []
      const name = schema.$ref?.split('/').at(-1)
      const named = name === undefined ? schema : document.components.schemas[name]
      const isClosed = (part: object): boolean =>
        !('properties' in part) ||
        ('additionalProperties' in part && part.additionalProperties === false)
      return [named, ...(named.anyOf ?? [])].every(isClosed) ? [] : [operationId]
    })
    expect(open).toEqual([])
  })

  it('names the headers of every answer to an accepted key', () => {
    const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    const MORE: Record<string, string[]> = {
      405: ['Allow'],
      429: ['Retry-After'],
      503: ['Retry-After'],
    }
    for (const path of Object.values<Record<string, Operation>>(document.paths)) {
      for (const { security, responses, tags } of Object.values(path)) {
        for (const [status, { headers = {}, content = {} }] of Object.entries(responses)) {
          const limits = security.length > 0 && status !== '401' ? LIMITS : []
          const isFound = status === '200' && tags.includes('One-URL analysis')
          const region = isFound ? ['X-Sightline-Region'] : []
          const ofImages = 'image/png' in content ? ['X-Sightline-Complete'] : []
          const more = MORE[status] ?? []
          const all = ['X-Request-Id', ...limits, ...region, ...more, ...ofImages]
          expect(Object.keys(headers)).toEqual(all)
          for (const [name, { $ref }] of Object.entries(headers)) {
            expect($ref).toBe(`#/components/headers/${name}`)
            expect(document.components.headers[name].description).toEqual(expect.any(String))
          }
        }
      }
    }
  })

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
    const { responses } = operations().find(({ operationId }) => operationId === id) as Operation
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
    for (const { operationId, requestBody, responses } of operations()) {
      for (const [status, body] of Object.entries({ request: requestBody, ...responses })) {
        const { schema, example, examples = {} } = body?.content?.['application/json'] ?? {}
        if (schema === undefined) continue
        const values = Object.values(examples).map(({ value }) => value)
        properties[`${operationId} ${status}`] = { type: 'array', items: schema }
        shown[`${operationId} ${status}`] = example === undefined ? values : [example]
      }
    }
    const { error } = schemaOf({ type: 'object', properties }).safeParse(shown)
    expect(error === undefined ? '' : z.prettifyError(error)).toBe('')
  })

  it('says what every success is, and shows one', () => {
    const silent: string[] = []
    for (const { operationId, responses } of operations()) {
      for (const [status, { description, content }] of Object.entries(responses)) {
        const media = content?.['application/json']
        if (!status.startsWith('2') || media === undefined) continue
        const shown = media.example ?? media.examples
        if (description === 'Default Response' || shown === undefined) silent.push(operationId)
      }
    }
    expect(silent).toEqual([])
  })

  it.each(MONITOR_TYPES)(
    'lets %s settings leave out what has a default where they are sent, and not where they are read',
    (type) => {
      const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}Settings`
      const { [name]: read, [`${name}Input`]: sent, Monitor } = document.components.schemas
      expect(read.required).toEqual(Object.keys(read.properties))
      expect(sent.required).toBeUndefined()
      expect(Object.keys(sent.properties)).toEqual(Object.keys(read.properties))
      expect(JSON.stringify(Monitor.properties.settings)).toContain(`/${name}"`)
      for (const { requestBody } of [monitorRoute('post', ''), monitorRoute('patch', '/{id}')]) {
        expect(JSON.stringify(requestBody)).toContain(`/${name}Input"`)
        expect(JSON.stringify(requestBody)).not.toContain(`/${name}"`)
      }
    },
  )

  it('lets null reset a setting at any depth, but not within the entries of lists', () => {
    const { WebSettingsInput, MailSettingsInput } = document.components.schemas
    const takesNull = (schema: Schema) =>
      schema.anyOf?.some((choice) => (choice as { type?: string }).type === 'null') === true
    const objectOf = (schema: Schema) => schema.anyOf?.find((choice) => choice.properties) ?? {}
    for (const { properties } of [
      WebSettingsInput,
      objectOf(WebSettingsInput.properties.tls),
      objectOf(WebSettingsInput.properties.keyword),
      MailSettingsInput,
      objectOf(MailSettingsInput.properties.auth),
    ]) {
      expect(Object.values<Schema>(properties).filter((field) => !takesNull(field))).toEqual([])
    }
    const headers = WebSettingsInput.properties.headers.anyOf[0]
    expect(takesNull(headers.additionalProperties)).toBe(true)
    const { items } = WebSettingsInput.properties.jsonChecks.anyOf[0]
    expect(items.required).toEqual(['path', 'operator'])
    expect(takesNull(items.properties.path)).toBe(false)
  })

  it.each(MONITOR_TYPES)('shows the answer that its example of a %s monitor gets', async (type) => {
    const { requestBody, responses } = monitorRoute('post', '')
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
      monitorRoute('patch', '').requestBody?.content['application/json'] ?? {}
    expect(Object.keys(examples)).toEqual(['pause', 'resume', 'interval'])
    for (const { value } of Object.values(examples)) {
      expect(MonitorSetChangeBody.safeParse(value).success).toBe(true)
    }
  })

  it('writes the mark of a secret so that Markdown leaves it alone', () => {
    expect(document.info.description).toContain('`***`')
    expect(JSON.stringify(document)).not.toContain('\\"***\\"')
  })

  it('is shown at /docs without loading anything from elsewhere', async () => {
    const page = await api.ask('GET', '/docs/', { key: null })
    expect(page.status).toBe(200)
    expect(page.body).not.toMatch(/(?:src|href)="https?:/)
    const policy = page.headers['content-security-policy']
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https:|swagger\.io|upgrade-insecure/)
    expect(policy?.match(/[a-z-]+ [^;]*'unsafe-inline'/g)).toEqual([
      "style-src 'self' 'unsafe-inline'",
    ])
    for (const [, file] of String(page.body).matchAll(/(?:src|href)="([^"#]+)"/g)) {
      const path = new URL(file ?? '', 'http://localhost/docs/').pathname
      expect([path, (await api.ask('GET', path, { key: null })).status]).toEqual([path, 200])
    }
  })
})
