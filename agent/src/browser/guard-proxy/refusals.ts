import { hash } from 'node:crypto'
import type { Dialled } from '../../net/dial.ts'
import type { ProxyTarget } from '../proxy-request.ts'
import type { Refusal } from './refusal.ts'

/** More than a page may ask for, redirects aside. */
const MAX_REFUSALS = 5_000

const NOT_TRIED: Refusal = {
  message: 'The agent could not try to reach it.',
  isBlocked: false,
  isAgentFault: true,
}

/** Why a dial came to nothing; one that broke off gave null. */
export function refusalOfDial(dialled: Extract<Dialled, { ok: false }> | null): Refusal {
  if (dialled === null) return NOT_TRIED
  const { failure, isBlocked } = dialled
  const isAgentFault = !isBlocked && ['agent', 'resolver'].includes(failure.source)
  return { message: failure.message, isBlocked, isAgentFault }
}

/** What a refused tunnel is remembered by. */
export const tunnelKey = ({ host, port }: ProxyTarget): string => `${host} ${port}`

/** What a refused request over http is remembered by, however long its URL; what is asked for has no
 *  fragment. */
export function requestKey(url: URL): string {
  const [asked = ''] = url.href.split('#', 1)
  return hash('sha256', asked, 'base64')
}

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' || protocol === 'wss:' ? 443 : 80
}

/** What a context did not get, by what it is remembered by; the last word on each counts. */
export interface Refusals {
  readonly note: (key: string, refusal: Refusal) => void
  /** It was reached after all. */
  readonly forget: (key: string) => void
  /** Of a request over http, or of a tunnel to the host and port of any other URL; null when there is none. */
  readonly of: (url: string) => Refusal | null
}

/** @param tooMany is told of each that is not remembered */
export function createRefusals(tooMany: () => void): Refusals {
  const refusals = new Map<string, Refusal>()
  return {
    note(key, refusal) {
      if (refusals.size < MAX_REFUSALS) refusals.set(key, refusal)
      else tooMany()
    },
    forget: (key) => refusals.delete(key),
    of(text) {
      const url = URL.parse(text)
      if (url === null) return null
      if (url.protocol === 'http:') return refusals.get(requestKey(url)) ?? null
      const host = url.hostname.replace(/^\[|\]$/g, '')
      return refusals.get(tunnelKey({ host, port: portOf(url) })) ?? null
    },
  }
}
