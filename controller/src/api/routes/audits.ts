import { AppError } from '@sightline/shared/errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuditService } from '../../audits/audit-service.ts'
import type { AuditAsker } from '../../audits/find-part.ts'
import { AUDIT_DAYS, MAX_AUDITS } from '../../audits/limits.ts'
import type { AuditPartName } from '../../audits/parts.ts'
import type { AuditRow } from '../../db/audits.ts'
import { sharerOfKey } from '../../limits/sharer.ts'
import { readPageUrl } from '../../on-demand/page-url.ts'
import type { Api } from '../api-types.ts'
import type { ContinentOf } from '../caller-continent.ts'
import { clientGone } from '../client-gone.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS, ONE_URL_ERRORS } from '../schemas/answers.ts'
import {
  AddedAuditPart,
  AuditCreation,
  AuditDeleted,
  AuditList,
  AuditObject,
  AuditPartCreation,
  AuditPartObject,
  AuditPartPath,
  AuditPath,
} from '../schemas/audit.ts'
import { paging } from '../schemas/parameters.ts'

/** Whoever may analyse pages may do it for the workspace, and see what others found. */
const ACCESS = { access: { area: 'analysis' } } as const
const COMMON = { tags: ['One-URL analysis'], security: [{ apiKey: [] }, { apiKeyInQuery: [] }] }
const MAX_PER = 200

const KeyQuery = z.object({
  key: z.string().optional().meta({ description: 'The API key, if the header is not used.' }),
})

const ListQuery = KeyQuery.extend({
  host: z.string().max(255).optional().meta({
    description: 'Only those of pages of this host.',
    example: 'example.com',
  }),
  url: z.string().trim().min(1).max(16_384).optional().meta({
    description: 'Only those of this page.',
    example: 'https://example.com/',
  }),
  ...paging(MAX_PER),
})

/** Analyses whose results stay, so that a link shows to everybody in the workspace what was found then.
 *  Source: app design, section 3 */
export function addAuditRoutes(app: Api, audits: AuditService, continentOf: ContinentOf): void {
  const askerOf = (request: FastifyRequest, region: string | null): AuditAsker => ({
    workspaceId: workspaceOf(request),
    region,
    continent: continentOf(request),
    sharer: sharerOfKey(callerOf(request)),
  })

  app.post(
    '/api/v1/audits',
    {
      config: ACCESS,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'Audit a page and keep what is found',
        description: `Looks at a page as GET /audit does, and keeps the answer for the workspace for ${AUDIT_DAYS} days. Within the hour other analyses can be added to it. A workspace keeps ${MAX_AUDITS}: the oldest goes when there is one more.`,
        operationId: 'createAudit',
        querystring: KeyQuery,
        body: AuditCreation,
        response: { 201: AuditObject, ...ONE_URL_ERRORS },
      },
    },
    async (request, reply) => {
      const { url, region = null } = request.body
      const audit = await audits.begin(url, askerOf(request, region), clientGone(reply))
      return reply.code(201).send(viewOf(audit))
    },
  )

  app.get(
    '/api/v1/audits',
    {
      config: ACCESS,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'List audits that are kept',
        operationId: 'listAudits',
        querystring: ListQuery,
        response: { 200: AuditList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per, host = null, url } = request.query
      const { total, audits: rows } = await audits.list(
        workspaceOf(request),
        { host, url: url === undefined ? null : readPageUrl(url).url },
        { limit: per, offset: (page - 1) * per },
      )
      return { total, page, per, audits: rows.map(viewOf) }
    },
  )

  app.get(
    '/api/v1/audits/:id',
    {
      config: ACCESS,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'Read an audit that is kept',
        operationId: 'readAudit',
        params: AuditPath,
        querystring: KeyQuery,
        response: { 200: AuditObject, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => viewOf(await audits.get(workspaceOf(request), request.params.id)),
  )

  app.delete(
    '/api/v1/audits/:id',
    {
      config: ACCESS,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'Delete an audit',
        operationId: 'deleteAudit',
        params: AuditPath,
        querystring: KeyQuery,
        response: { 200: AuditDeleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      const url = await audits.remove(workspaceOf(request), id)
      return { deleted: true as const, id, url }
    },
  )

  app.post(
    '/api/v1/audits/:id/parts',
    {
      config: ACCESS,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'Look at another side of an audited page',
        description:
          'Looks at the page of an audit as the one-URL endpoint of that name does, and keeps the answer with it. What was looked at already is answered as it was, without asking the site again. An audit takes parts for an hour.',
        operationId: 'addAuditPart',
        params: AuditPath,
        querystring: KeyQuery,
        body: AuditPartCreation,
        response: { 200: AddedAuditPart, ...errors(404, 409), ...ONE_URL_ERRORS },
      },
    },
    async (request, reply) => {
      const { part, region = null } = request.body
      const { id } = request.params
      const added = await audits.look(id, part, askerOf(request, region), clientGone(reply))
      return { ...added, result: { ...added.result } }
    },
  )

  app.get(
    '/api/v1/audits/:id/parts/:part',
    {
      config: ACCESS,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'Read what an analysis found then',
        operationId: 'readAuditPart',
        params: AuditPartPath,
        querystring: KeyQuery,
        response: { 200: AuditPartObject, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id, part } = request.params
      const kept = await audits.part(workspaceOf(request), id, part)
      return { ...kept, result: { ...kept.result } }
    },
  )
}

/** @throws AppError forbidden for a key without a workspace, which has no place for it */
function workspaceOf(request: FastifyRequest): number {
  const { workspaceId } = callerOf(request)
  if (workspaceId !== null) return workspaceId
  throw new AppError(
    'forbidden',
    'Audits are kept in a workspace, and this API key is linked to none: use the one-URL endpoints.',
  )
}

/** Before anything of the request is judged. Source: decisions, section 2 */
async function requireWorkspace(request: FastifyRequest): Promise<void> {
  workspaceOf(request)
}

function viewOf(row: AuditRow) {
  const { publicId: id, parts, isBare: _, ...audit } = row
  // Written by `look`, which takes no other names.
  return { id, ...audit, figures: { ...audit.figures }, parts: parts as AuditPartName[] }
}
