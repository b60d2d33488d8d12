import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client, SignInAnswer } from '../accounts/sign-in/sign-in.ts'
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

/** Sets what a browser is to keep, in an answer that nobody else keeps. */
export function sendCookies(reply: FastifyReply, { cookies }: SignInAnswer): void {
  void reply.headers({ 'Cache-Control': 'no-store', 'Set-Cookie': [...cookies] })
}
