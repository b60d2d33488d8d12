import type { FastifyRequest } from 'fastify'
import type { Client } from '../accounts/sign-in/sign-in.ts'
import { clientAddress } from './client-address.ts'
import type { PublicUrl } from './same-origin.ts'
import { isSecure } from './same-origin.ts'

/** From where a request came. */
export type ClientOf = (request: FastifyRequest) => Client

export function createClientOf(options: { trustsProxy: boolean; publicUrl: PublicUrl }): ClientOf {
  return (request) => ({
    ip: clientAddress(request.raw, options.trustsProxy),
    cookies: request.headers.cookie,
    userAgent: request.headers['user-agent'],
    isSecure: isSecure(request, options.publicUrl),
  })
}
