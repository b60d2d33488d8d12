import { AppError } from '@sightline/shared/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Admission, Caller } from '../../accounts/admission.ts'
import { createAdmissions } from '../../accounts/admission.ts'
import type { SessionCookies } from '../../accounts/sign-in/session-cookie.ts'
import { mayManagePeople, mayUseMonitoring } from '../../accounts/roles.ts'
import { secondsToNextDay } from '../../accounts/utc-day.ts'
import type { Queryable } from '../../db/pool.ts'
import { findWorkspaceById } from '../../db/workspaces.ts'
import { describeIssues } from '../../input/describe-issue.ts'
import type { FrontLimits } from '../../limits/front-limits.ts'
import { clientAddress } from '../client-address.ts'
import type { Endpoint, Endpoints } from '../endpoints.ts'
import { noSuchPage } from '../errors.ts'
import { answerAtTheDoor } from '../front-door.ts'
import { isNavigation } from '../navigation.ts'
import type { Access } from '../request-context.ts'
import type { PublicUrl } from '../same-origin.ts'
import { requireSameOrigin } from '../same-origin.ts'

const API_PREFIX = '/api/'

/** Nobody's path, or one that only the wrong method was tried on: asks for a key and nothing more. */
const NO_ENDPOINT: Access = { area: 'account' }

/** Runs steps 1 to 8 of the order of checks before anything of a request is read: limits, key, quota,
 *  404 and 405, permission. Source: decisions, section 2
 *  @param limitsDb a pool without synchronous commit */
export function addAdmission(
  app: FastifyInstance,
  deps: {
    limitsDb: Queryable
    frontLimits: FrontLimits
    endpoints: Endpoints
    trustsProxy: boolean
    publicUrl: PublicUrl
    cookies: Pick<SessionCookies, 'read'>
    now: () => Date
  },
): void {
  const sessionOf = (headers: IncomingHttpHeaders): string | null =>
    keyIn(headers) !== null ? null : deps.cookies.read(headers.cookie)
  const admissions = createAdmissions(deps.limitsDb, deps.frontLimits)
  app.addHook('onClose', async () => admissions.stop())
  app.decorateRequest('caller', null)
  answerAtTheDoor(app, admissions, { ...deps, sessionOf })

  /** By the key that was sent; without one by the session. */
  async function admit(request: FastifyRequest, asked: Asked): Promise<Admission> {
    const { ip, area, key, token, endpoint, now } = asked
    // To the letter of the contract ("every method except GET"), so HEAD is one too.
    const isWrite = area !== 'analysis' && request.method !== 'GET'
    if (token === null) {
      const needsWorkspace = area === 'monitoring'
      return admissions.admit({ ip, key, needsWorkspace, isWrite, endpoint, now })
    }
    requireSameOrigin(request, deps.publicUrl)
    return admissions.admitSession({ ip, token, needsWorkspace: area !== 'session', isWrite, now })
  }

  app.addHook('onRequest', async (request, reply) => {
    const route = request.is404 ? undefined : request.routeOptions
    const access = route?.config.access
    if (access?.area === 'file') return
    const now = deps.now()
    const ip = clientAddress(request.raw, deps.trustsProxy)
    const path = pathOf(request)
    const isOpen = access?.area === 'open' || !isApi(route === undefined ? path : (route.url ?? ''))
    if (isOpen) {
      const tooMany = admissions.admitOpen({ ip, now })
      if (tooMany !== null) throw tooMany
      // To people it is said with a page: `routes/unknown-pages.ts`.
      if (route === undefined && !isNavigation(request)) throw noSuchPage()
      return
    }

    const endpoint = deps.endpoints.find(path)
    const isServed = isServedBy(request, endpoint)
    const asked = isServed ? (access ?? endpoint?.access) : endpoint?.access
    const area =
      asked === undefined || asked.area === 'open' || asked.area === 'file'
        ? NO_ENDPOINT.area
        : asked.area
    const early =
      isServed && asked?.area === 'analysis' ? refusalBeforeKey(request, asked.beforeKey) : null
    const key = keyOf(request, area)
    const counted = isServed && endpoint !== null
    const { caller, refusal } = await admit(request, {
      ip,
      area,
      // What is refused whoever asks counts as a call of its address alone.
      key: early === null ? key : null,
      token: key === null ? deps.cookies.read(request.headers.cookie) : null,
      endpoint: counted ? `${methodOf(request)} ${endpoint.template}` : 'unknown',
      now,
    })
    if (early !== null && refusal?.code !== 'tooManyRequests') throw early
    if (caller !== null) setRateLimitHeaders(reply, caller, now)
    if (area === 'session' && key === null && refusal?.code === 'unauthorized') throw signInFirst()
    if (refusal !== null) throw refusal
    await requireAsMeant(deps.limitsDb, request, caller)
    request.caller = caller
    if (!isServed)
      throw endpoint === null ? noSuchEndpoint(request, path) : wrongMethod(request, endpoint)
    if (asked?.area === 'monitoring') requirePermission(caller, asked.permission)
    if (asked?.area === 'session' && caller?.sessionId === null) throw forPeople()
    requireAdmin(caller, asked)
  })
}

/** What is known of a request before anything of it is read. */
interface Asked {
  readonly ip: string
  readonly area: Access['area']
  readonly key: string | null
  /** Of a session's cookie that was signed here; null: there is none, or a key was sent. */
  readonly token: string | null
  /** For the statistics. */
  readonly endpoint: string
  readonly now: Date
}

/** Refuses a query whoever asks; null when nothing speaks against it. */
function refusalBeforeKey(
  request: FastifyRequest,
  schema: z.ZodObject | undefined,
): AppError | null {
  const parsed = schema?.safeParse(request.query, { reportInput: true })
  if (schema === undefined || parsed === undefined || parsed.success) return null
  const message = describeIssues(parsed.error.issues, schema, { what: 'query parameter' })
  return new AppError('badRequest', message)
}

function isApi(path: string): boolean {
  return path.startsWith(API_PREFIX)
}

function pathOf(request: FastifyRequest): string {
  const path = request.url.split(/[?#]/, 1)[0] ?? ''
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function methodOf(request: FastifyRequest): string {
  return request.method === 'HEAD' ? 'GET' : request.method
}

/** A fixed path is never an id: a method it does not have is not another endpoint's. Nor is nothing an id: a slash at the
 *  end makes another path. */
function isServedBy(request: FastifyRequest, endpoint: Endpoint | null): boolean {
  if (Object.values(request.params as object).includes('')) return false
  return !request.is404 && (endpoint === null || endpoint.methods.includes(request.method))
}

/** The one-URL endpoints alone take the key in the query too. Source: contract, "Authentication" 2 */
function keyOf(request: FastifyRequest, area: Access['area']): string | null {
  const header = keyIn(request.headers)
  if (header !== null || area !== 'analysis') return header
  const key = (request.query as Readonly<Record<string, unknown>>)['key']
  return typeof key === 'string' && key !== '' ? key : null
}

function keyIn(headers: IncomingHttpHeaders): string | null {
  const header = headers['x-api-key']
  return typeof header === 'string' && header.trim() !== '' ? header.trim() : null
}

function setRateLimitHeaders(reply: FastifyReply, caller: Caller, now: Date): void {
  const { dailyLimit } = caller.plan
  if (dailyLimit !== null) {
    reply.header('X-RateLimit-Limit', String(dailyLimit))
    reply.header('X-RateLimit-Remaining', String(Math.max(0, dailyLimit - caller.used)))
  }
  reply.header('X-RateLimit-Reset', String(secondsToNextDay(now)))
}

/** As whom a page of the app was loaded and where: ids of person and workspace. All tabs of a browser have one session;
 *  what was begun in one workspace must not be done in another because another tab went there. */
const AS_HEADER = 'x-sightline-as'

/** @throws AppError conflict when a page speaks for another person or workspace than its session is by now */
async function requireAsMeant(
  db: Queryable,
  { headers }: FastifyRequest,
  caller: Caller | null,
): Promise<void> {
  const meant = headers[AS_HEADER]
  if (typeof meant !== 'string' || caller === null || caller.sessionId === null) return
  const [person, workspace = ''] = meant.split(' ')
  const { personPublicId, workspaceId } = caller
  const isSame =
    person === personPublicId &&
    (workspaceId === null
      ? workspace === ''
      : (await findWorkspaceById(db, workspaceId))?.publicId === workspace)
  if (isSame) return
  throw new AppError(
    'conflict',
    'You changed to another workspace, or signed in as somebody else, in another tab: nothing was done. Load this page again.',
  )
}

function requirePermission(caller: Caller | null, permission: 'view' | 'manage'): void {
  if (mayUseMonitoring(caller?.role ?? null, permission)) return
  if (caller !== null && caller.sessionId !== null) throw mayNot(permission)
  throw new AppError(
    'forbidden',
    permission === 'view'
      ? 'The owner of this API key has no access to monitoring: ask an admin of the workspace.'
      : 'The owner of this API key may not manage monitors: ask an admin of the workspace.',
  )
}

/** Whoever belongs to no workspace is told that by the route. */
function requireAdmin(caller: Caller | null, asked: Access | undefined): void {
  const role = caller?.role ?? null
  if (asked?.area !== 'monitoring' && asked?.area !== 'session') return
  if (asked.othersAreTold === undefined || role === null || mayManagePeople(role)) return
  throw new AppError('forbidden', asked.othersAreTold)
}

function mayNot(permission: 'view' | 'manage'): AppError {
  return new AppError(
    'forbidden',
    permission === 'view'
      ? 'You have no access to monitoring in this workspace: ask an admin of it.'
      : 'You may not change monitoring in this workspace: ask an admin of it.',
  )
}

function signInFirst(): AppError {
  return new AppError('unauthorized', 'Sign in first: there is no session, or it has ended.')
}

function forPeople(): AppError {
  return new AppError(
    'forbidden',
    'This is for people who are signed in to the app: an API key cannot do it.',
  )
}

function noSuchEndpoint(request: FastifyRequest, path: string): AppError {
  const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path
  return new AppError(
    'notFound',
    `There is no endpoint ${request.method} ${shown}. The API is described at /docs.`,
  )
}

function wrongMethod(request: FastifyRequest, endpoint: Endpoint): AppError {
  const allowed = endpoint.methods.join(', ')
  return new AppError(
    'methodNotAllowed',
    `${endpoint.template} does not accept ${request.method}: use ${allowed}.`,
    { headers: { Allow: allowed } },
  )
}
