import type { AddressGuard } from '@sightline/shared/address'
import type { IpFamily } from '@sightline/shared/name-resolution'
import { isIP } from 'node:net'
import type { CheckFailure } from '../outcome/check-failure.ts'
import type { LookUp } from './lookup.ts'
import type { MachineGuard } from './machine-guard.ts'

/** Addresses of a host that the guard has judged, in the order to try them, or why there are none.
 *  `dnsMs` is null for a host that is an address itself. */
export type JudgedAddresses =
  | { readonly ok: true; readonly addresses: readonly string[]; readonly dnsMs: number | null }
  | {
      readonly ok: false
      readonly failure: CheckFailure
      /** The host has only addresses that may not be reached. */
      readonly isBlocked: boolean
      readonly dnsMs: number | null
    }

/** The only way from a name to addresses that a check may use: what it gives is what a socket
 *  connects to, never the name, which could resolve anew. */
export type FindAddresses = (
  target: { host: string; family: IpFamily },
  signal: AbortSignal,
) => Promise<JudgedAddresses>

/** A name with hundreds of addresses must not make an agent scan them. */
const MAX_ADDRESSES = 8
/** The check's own limit is the signal; this one only bounds a resolver that ignores it. */
const LOOKUP_TIMEOUT_MS = 60_000

/** A host whose last label is a number is an IPv4 address, however it is spelled ("127.1", "0x7f000001",
 *  "2130706433"), and never a name for a resolver to make something of.
 *  Source: URL standard, "ends in a number" */
function canonicalHost(host: string): string {
  // What Node takes for an address has one spelling already.
  if (isIP(host) !== 0 || !/(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i.test(host)) return host
  return URL.parse(`http://${host}`)?.hostname ?? host
}

/** @param deps.guard one that may have to ask for something before it judges tells so by `prepare` */
export function createFindAddresses(deps: {
  lookUp: LookUp
  guard: AddressGuard & Partial<MachineGuard>
}): FindAddresses {
  return async ({ host: asked, family }, signal) => {
    const host = canonicalHost(asked)
    const looked = await deps.lookUp(host, { signal, timeoutMs: LOOKUP_TIMEOUT_MS, family })
    if (!looked.ok) return { ...looked, isBlocked: false }
    const { addresses, dnsMs } = looked
    const preparing = deps.guard.prepare?.(addresses) ?? null
    if (preparing !== null) await preparing
    const open: string[] = []
    let blocked: string | null = null
    for (const address of addresses) {
      const reason = deps.guard.reasonBlocked(address)
      if (reason === null) open.push(address)
      else blocked ??= reason
      if (open.length === MAX_ADDRESSES) break
    }
    if (open.length > 0) return { ok: true, addresses: open, dnsMs }
    const reason = blocked ?? 'an address of the wrong family'
    const verb = dnsMs === null ? 'is' : 'resolves to'
    const failure = {
      source: 'agent',
      phase: 'dns',
      cause: 'monitorMisconfigured',
      message: `${host} ${verb} ${reason}, which may not be checked.`,
      isBlocked: true,
    } as const
    return { ok: false, failure, isBlocked: true, dnsMs }
  }
}
