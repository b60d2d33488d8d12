import type { Cause } from '@sightline/shared/causes'
import type { IpFamily, NameResolver, ResolutionFailure } from '@sightline/shared/name-resolution'
import { isIP } from 'node:net'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { printable } from '../outcome/printable.ts'
import type { ResolverHealth } from './resolver-health.ts'

/** Addresses to try, in order. `dnsMs` is null for a host that is an address itself. */
export type Lookup =
  | { readonly ok: true; readonly addresses: readonly string[]; readonly dnsMs: number | null }
  | { readonly ok: false; readonly failure: CheckFailure; readonly dnsMs: number }

export type LookUp = (
  host: string,
  options: { signal: AbortSignal; timeoutMs: number; family: IpFamily },
) => Promise<Lookup>

const CAUSES: Readonly<Record<ResolutionFailure, Cause>> = {
  nxdomain: 'dnsNxdomain',
  noAddress: 'dnsNoAddress',
  servfail: 'dnsServfail',
  timeout: 'dnsTimeout',
  unreachable: 'resolverFault',
}

/** What the words for a name that is gone may take; its name servers have just answered. */
const ALIAS_TIMEOUT_MS = 500
const MAX_NAME_LENGTH = 253

const FAMILY_NUMBERS = { ipv4: 4, ipv6: 6 } as const

/** An address is its own answer, if the monitor wants its family. */
function lookUpLiteral(host: string, family: IpFamily): Lookup {
  if (family === 'any' || isIP(host) === FAMILY_NUMBERS[family]) {
    return { ok: true, addresses: [host], dnsMs: null }
  }
  const wanted = family === 'ipv4' ? 'IPv4' : 'IPv6'
  const message = `${host} is no ${wanted} address, and the monitor asks for ${wanted} alone.`
  const failure = { source: 'agent', phase: 'dns', cause: 'monitorMisconfigured', message } as const
  return { ok: false, failure, dnsMs: 0 }
}

/** Resolves names and tells whose fault a failure is.
 *  @param health what is known of the resolver's name servers */
export function createLookUp(resolver: NameResolver, health: ResolverHealth): LookUp {
  /** An alias is there, what it leads to is not: whoever looks for the name itself finds it. */
  async function aliasSentence(host: string, signal: AbortSignal): Promise<string | null> {
    const to = await resolver.aliased(host, { signal, timeoutMs: ALIAS_TIMEOUT_MS })
    if (to === null) return null
    return `The name ${host} is an alias of ${printable(to, MAX_NAME_LENGTH)}, which does not exist.`
  }

  async function resolveInDoubt(host: string, options: Parameters<LookUp>[1]): Promise<Lookup> {
    const doubt = health.startDoubt(host, options.signal)
    try {
      const resolution = await resolver.resolve(host, options)
      if (resolution.ok) {
        if (resolution.isLocal !== true) health.noteAnswer(host)
        return { ok: true, addresses: resolution.addresses, dnsMs: resolution.ms }
      }
      const { reason, message, ms } = resolution
      const isAnswer = reason === 'nxdomain' || reason === 'noAddress'
      if (isAnswer) health.noteAnswer(host)
      const isTargets = isAnswer || (reason !== 'unreachable' && (await doubt.othersResolve()))
      const source = isTargets ? 'target' : 'resolver'
      const told = reason === 'nxdomain' ? await aliasSentence(host, options.signal) : null
      const failure = {
        source,
        phase: 'dns',
        cause: CAUSES[reason],
        message: told ?? message,
      } as const
      return { ok: false, failure, dnsMs: ms }
    } finally {
      doubt.stop()
    }
  }

  return async (host, options) =>
    isIP(host) === 0 ? resolveInDoubt(host, options) : lookUpLiteral(host, options.family)
}
