import { AppError } from '@sightline/shared/errors'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../accounts/admission.ts'
import type { MonitoringPermission } from '../accounts/roles.ts'
import type { Usage } from '../accounts/usage.ts'
import { usageOf } from '../accounts/usage.ts'
import type { Actor } from '../monitors/monitor-context.ts'

/** What a route asks of whoever calls it.
 *  - file: nothing; it lies on the disk, and nothing is counted.
 *  - open: nothing, not even a key.
 *  - monitoring: the key of a person in a workspace with a permission; writes are limited.
 *  - analysis: any key, also as the query parameter `key`. What `beforeKey` asks of the query is looked at
 *    before the key is (contract, "Authentication" 8).
 *  - account: any key.
 *  - session: somebody who is signed in to the app, and no key.
 *  Where a key is asked for, a session of the app does as well. With `othersAreTold` it is for owners and admins alone,
 *  and says so to everybody else. */
export type Access =
  | { readonly area: 'file' }
  | { readonly area: 'open' }
  | {
      readonly area: 'monitoring'
      readonly permission: MonitoringPermission
      readonly othersAreTold?: string
    }
  | { readonly area: 'analysis'; readonly beforeKey?: z.ZodObject }
  | { readonly area: 'account' }
  | { readonly area: 'session'; readonly othersAreTold?: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    /** null on open routes. */
    caller: Caller | null
  }
}

/** The caller of a route behind a key. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('the route is open and has no caller')
  return request.caller
}

/** The usage object of an answer. */
export function usage(request: FastifyRequest): Usage {
  return usageOf(callerOf(request))
}

/** For whom a monitoring route works; admission made sure that it is somebody. */
export function actorOf(request: FastifyRequest): Actor {
  const { workspaceId, personId, personPublicId, plan } = callerOf(request)
  if (workspaceId === null || personId === null || personPublicId === null) {
    throw new AppError('forbidden', 'This API key is not linked to a workspace.')
  }
  return { workspaceId, personId, personPublicId, plan }
}

/** Who is signed in. */
export interface SignedIn {
  readonly sessionId: number
  readonly personId: number
  /** null: they belong to none. */
  readonly workspaceId: number | null
  readonly role: string | null
}

/** Who is signed in, on a route for such people; admission made sure that somebody is. */
export function signedIn(request: FastifyRequest): SignedIn {
  const { sessionId, personId, workspaceId, role } = callerOf(request)
  if (sessionId === null || personId === null) throw new Error('the route asks for no session')
  return { sessionId, personId, workspaceId, role }
}
