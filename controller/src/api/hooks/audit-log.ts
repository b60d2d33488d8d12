import type { Logger } from '@sightline/shared/logger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LOGGED_ACTIONS } from '../../accounts/audit-log/actions.ts'
import type { ManyDone } from '../../accounts/audit-log/done-to.ts'
import { doneTo } from '../../accounts/audit-log/done-to.ts'
import { shownChanges } from '../../accounts/audit-log/shown-changes.ts'
import { subjectOf } from '../../accounts/audit-log/subject-of.ts'
import type { ChangeRow } from '../../db/audit-log.ts'
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
    const many = doneTo(answered.get(request))
    if (many?.count === 0) return payload
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
        changes: changesOf(sent.get(request), many),
      })
    } catch (error: unknown) {
      // It is done: whoever asked must not be told that it failed.
      deps.log.error({ err: error, action, subjectId }, 'a change was not noted')
    }
    return payload
  })
}

/** @param many what it was done to, where it was about many things */
function changesOf(body: unknown, many: ManyDone | null): ChangeRow[] {
  if (many === null) return shownChanges(body)
  const { count, ids } = many
  // What is gone is shown by nothing else: all of them, which are few enough for one call.
  if (typeof body !== 'object' || body === null) return [{ field: 'ids', to: ids }]
  // What a filter finds may be more than is told of one by one.
  return shownChanges({ ...body, ...('ids' in body ? { ids } : { updated: count }) })
}

/** How somebody's own account looks and works is theirs. */
const isPersonal = (url: string): boolean => url === '/api/v1/me' || url.startsWith('/api/v1/me/')

const isRehearsal = ({ query }: FastifyRequest): boolean =>
  (query as Readonly<Record<string, unknown>>)['dryRun'] === 'true'
