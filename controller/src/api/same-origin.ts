import { AppError } from '@sightline/shared/errors'
import type { FastifyRequest } from 'fastify'

/** Where this installation is known to be, apart from what a request says: SIGHTLINE_PUBLIC_URL. */
export type PublicUrl = string | undefined

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses what a page of another site makes a browser send with our cookie. Browsers say where a request comes from:
 *  in Sec-Fetch-Site, or over plain http beyond this machine in Origin alone.
 *  @throws AppError forbidden */
export function requireSameOrigin(request: FastifyRequest, publicUrl: PublicUrl): void {
  if (SAFE_METHODS.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site === undefined && isOwnOrigin(request, request.headers.origin, publicUrl)) return
  throw new AppError(
    'forbidden',
    'This request came from another site: open the app, and try again there. Programs use an API key.',
  )
}

/** Whether a browser asked over https, whatever a proxy made of that. */
export function isSecure(request: FastifyRequest, publicUrl: PublicUrl): boolean {
  const { origin } = request.headers
  if (request.protocol === 'https') return true
  if (origin !== undefined && isOwnOrigin(request, origin, publicUrl)) {
    return origin.startsWith('https://')
  }
  const known = URL.parse(publicUrl ?? '')
  return known?.protocol === 'https:' && known.host === request.host
}

function isOwnOrigin(
  request: FastifyRequest,
  origin: string | undefined,
  publicUrl: PublicUrl,
): boolean {
  const parsed = URL.parse(origin ?? '')
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return false
  return parsed.host === request.host || parsed.origin === URL.parse(publicUrl ?? '')?.origin
}
