import type { Cause } from '@sightline/shared/causes'
import type { IpFamily, NameResolver, ResolutionFailure } from '@sightline/shared/name-resolution'
import { isIP } from 'node:net'
import type { CheckFailure } from '../check-failure.ts'

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

/** How long the answer for another name shows that the name servers work. */
const HEALTHY_FOR_MS = 60_000
const PROBE_TIMEOUT_MS = 1_500
/** A name that any working name server has an answer for (RFC 2606: reserved, never an address). */
const PROBE_NAME = 'sightline-probe.invalid'

/** Resolves names and tells whose fault a failure is: SERVFAIL and silence are the target's when other
 *  names resolve through the same servers, else the resolver's.
 *  Source: monitoring design, section 5 */
export function createLookUp(resolver: NameResolver): LookUp {
  /** The two names answered last, so that a name never speaks for itself. */
  const answered: { name: string; atMs: number }[] = []

  function noteAnswer(name: string): void {
    const others = answered.filter((entry) => entry.name !== name).slice(0, 1)
    answered.splice(0, answered.length, { name, atMs: performance.now() }, ...others)
  }

  function hasOtherAnswer(name: string): boolean {
    const since = performance.now() - HEALTHY_FOR_MS
    return answered.some((entry) => entry.name !== name && entry.atMs > since)
  }

  async function othersResolve(name: string, signal: AbortSignal): Promise<boolean> {
    if (hasOtherAnswer(name)) return true
    if (signal.aborted) return false
    const probe = await resolver.resolve(PROBE_NAME, {
      signal,
      timeoutMs: PROBE_TIMEOUT_MS,
      family: 'ipv4',
    })
    return probe.ok || probe.reason === 'nxdomain' || probe.reason === 'noAddress'
  }

  return async (host, options) => {
    const resolution = await resolver.resolve(host, options)
    if (resolution.ok) {
      if (isIP(host) !== 0) return { ok: true, addresses: resolution.addresses, dnsMs: null }
      noteAnswer(host)
      return { ok: true, addresses: resolution.addresses, dnsMs: resolution.ms }
    }
    const { reason, message, ms } = resolution
    const isAnswer = reason === 'nxdomain' || reason === 'noAddress'
    if (isAnswer) noteAnswer(host)
    const isTargets =
      isAnswer || (reason !== 'unreachable' && (await othersResolve(host, options.signal)))
    const source = isTargets ? 'target' : 'resolver'
    return {
      ok: false,
      failure: { source, phase: 'dns', cause: CAUSES[reason], message },
      dnsMs: ms,
    }
  }
}
