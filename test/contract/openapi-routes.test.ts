import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument } from '../helpers/api-document.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let document: ApiDocument
beforeAll(async () => {
  api = await openTestApi({ plan: 'starter', smtpUrl: 'smtp://192.0.66.9' })
  // Alerts reach somebody once the owner has an account.
  await api.db.query({ text: `update people set email = 'owner@example.com'` })
  await api.addRegion('us-east', true)
  document = (await api.ask('GET', '/openapi.json', { key: null })).body
})
afterAll(() => api.close())

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

describe('the routes that the description of the API names', () => {
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
})
