import type { Logger } from '@sightline/shared/logger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LOGGED_ACTIONS } from '../../accounts/audit-log/actions.ts'
import { shownChanges } from '../../accounts/audit-log/shown-changes.ts'
import { subjectOf } from '../../accounts/audit-log/subject-of.ts'
import { insertAuditEntry } from '../../db/audit-log.ts'
import type { Database } from '../../db/pool.ts'
import { clientAddress } from '../client-address.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Notes who changed what, before they are told that it is changed. Must come before the routes: each that
 *  changes something has to be in the list of what is noted. */
export function addAuditLog(
  app: FastifyInstance,
  deps: {
    readonly db: Database
    readonly trustsProxy: boolean
    readonly now: () => Date
    readonly log: Logger
  },
): void {
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {}
    if (!route.url.startsWith('/api/v1/') || access?.area === 'open') return
    if ([route.method].flat().every((method) => READS.has(method))) return
    const { operationId = route.url } = route.schema ?? {}
    if (isPersonal(route.url) || Object.hasOwn(LOGGED_ACTIONS, operationId)) return
    throw new Error(`${operationId} is not in the list of what the audit log tells`)
  })

  const sent = new WeakMap<FastifyRequest, unknown>()
  const answered = new WeakMap<FastifyRequest, unknown>()
  const actionOf = (request: FastifyRequest): string | null =>
    LOGGED_ACTIONS[request.routeOptions.schema?.operationId ?? ''] ?? null

  // As it was sent: what is validated has all defaults in it.
  app.addHook('preValidation', async (request) => {
    if (actionOf(request) !== null) sent.set(request, request.body)
  })
  app.addHook('preSerialization', async (request, _reply, answer) => {
    if (actionOf(request) !== null) answered.set(request, answer)
    return answer
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const action = actionOf(request)
    const workspaceId = request.caller?.workspaceId ?? null
    const isDone = reply.statusCode < 300 && !isRehearsal(request)
    if (action === null || workspaceId === null || !isDone) return payload
    const { personId = null, keyId = 0 } = request.caller ?? {}
    const { id: subjectId, name: subjectName } = subjectOf(request.params, answered.get(request))
    try {
      await insertAuditEntry(deps.db, {
        workspaceId,
        at: deps.now(),
        personId,
        keyId,
        address: clientAddress(request.raw, deps.trustsProxy),
        action,
        subjectId,
        subjectName,
        changes: shownChanges(sent.get(request)),
      })
    } catch (error: unknown) {
      // It is done: whoever asked must not be told that it failed.
      deps.log.error({ err: error, action, subjectId }, 'a change was not noted')
    }
    return payload
  })
}

/** How somebody's own account looks and works is theirs. */
const isPersonal = (url: string): boolean => url === '/api/v1/me' || url.startsWith('/api/v1/me/')

const isRehearsal = ({ query }: FastifyRequest): boolean =>
  (query as Readonly<Record<string, unknown>>)['dryRun'] === 'true'
