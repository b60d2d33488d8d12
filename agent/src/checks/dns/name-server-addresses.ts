import { isIP } from 'node:net'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { Walk } from './allowance.ts'
import { NOT_ASKED } from './allowance.ts'
import type { NameServer } from './name-server.ts'

/** Addresses of one name server that are tried, one after the other until it answers. */
const MAX_ADDRESSES = 3

/** Where a name server can be asked, or why it cannot. */
type Addresses = { readonly ips: readonly string[] } | { readonly failure: CheckFailure }

function noAddress(name: string): Addresses {
  const message = `The name server ${name} has no address.`
  return { failure: { source: 'target', phase: 'dns', cause: 'dnsNoAddress', message } }
}

async function resolved(name: string, walk: Walk, signal: AbortSignal): Promise<Addresses> {
  if (!walk.take('lookups')) return { failure: NOT_ASKED }
  const found = await walk.context.findAddresses({ host: name, family: 'any' }, signal)
  if (!found.ok) return { failure: found.failure }
  return found.addresses.length === 0 ? noAddress(name) : { ips: found.addresses }
}

/** Glue is an address out of a target's mouth: the guard judges it as any other. */
async function judgedGlue(
  { name, glue }: NameServer,
  { context }: Walk,
  signal: AbortSignal,
): Promise<Addresses> {
  const ips: string[] = []
  let failure: CheckFailure | null = null
  // As a resolver orders them: many agents have no way out over IPv6.
  const ordered = [...glue].sort((a, b) => isIP(a) - isIP(b))
  for (const host of ordered) {
    const found = await context.findAddresses({ host, family: 'any' }, signal)
    if (found.ok) ips.push(...found.addresses)
    else failure ??= found.failure
    if (ips.length >= MAX_ADDRESSES) break
  }
  if (ips.length > 0) return { ips }
  return failure === null ? noAddress(name) : { failure }
}

/** The addresses of a name server that the guard lets through, in the order to try them. */
export async function addressesOf(
  nameServer: NameServer,
  walk: Walk,
  signal: AbortSignal,
): Promise<Addresses> {
  const found = await (nameServer.glue.length > 0
    ? judgedGlue(nameServer, walk, signal)
    : resolved(nameServer.name, walk, signal))
  return 'ips' in found ? { ips: found.ips.slice(0, MAX_ADDRESSES) } : found
}
