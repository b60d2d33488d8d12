import type { Cause } from '@sightline/shared/causes'
import type { ResolutionFailure } from '@sightline/shared/name-resolution'
import { isIP } from 'node:net'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { timeLimitFailure } from '../../net/failures.ts'
import type { CheckContext } from '../checker.ts'
import { targetFailure } from './dialogue.ts'

/** Hosts that take a domain's mail, or why there are none. `dnsMs` is null when nothing was asked. */
export type Exchangers =
  | {
      readonly ok: true
      /** Most preferred first. */
      readonly hosts: readonly string[]
      /** The domain names no mail server and is its own. Source: RFC 5321, section 5.1 */
      readonly isImplicit: boolean
      readonly dnsMs: number | null
    }
  | { readonly ok: false; readonly failure: CheckFailure; readonly dnsMs: number | null }

/** More than this many are not tried; large providers have up to 7. */
const MAX_HOSTS = 8
/** The check's own limit is the signal; this one only bounds a resolver that ignores it. */
const LOOKUP_TIMEOUT_MS = 60_000

const CAUSES: Readonly<Record<Exclude<ResolutionFailure, 'noAddress'>, Cause>> = {
  nxdomain: 'dnsNxdomain',
  servfail: 'dnsServfail',
  timeout: 'dnsTimeout',
  unreachable: 'resolverFault',
}

/** Whose fault an unanswered question is: the target's when the same name servers answer for its
 *  addresses or for other names. */
async function sourceOf(
  reason: ResolutionFailure,
  domain: string,
  context: CheckContext,
): Promise<'target' | 'resolver'> {
  if (reason === 'nxdomain') return 'target'
  if (reason === 'unreachable') return 'resolver'
  const found = await context.findAddresses({ host: domain, family: 'any' }, context.signal)
  return found.ok || found.failure.source !== 'resolver' ? 'target' : 'resolver'
}

/** Asks which hosts take the mail of a domain. Sources: RFC 5321, section 5.1; RFC 7505 */
export async function findExchangers(domain: string, context: CheckContext): Promise<Exchangers> {
  if (isIP(domain) !== 0) return { ok: true, hosts: [domain], isImplicit: true, dnsMs: null }
  const { signal, resolver } = context
  const found = await resolver.mailExchangers(domain, { signal, timeoutMs: LOOKUP_TIMEOUT_MS })
  const dnsMs = found.ms
  if (found.ok) {
    const hosts = found.hosts.map((host) => host.replace(/\.$/, '')).filter((host) => host !== '')
    if (hosts.length > 0) {
      return { ok: true, hosts: hosts.slice(0, MAX_HOSTS), isImplicit: false, dnsMs }
    }
    const message = `The domain ${domain} says that it takes no mail (a null MX record).`
    return { ok: false, failure: targetFailure('dns', 'mxMissing', message), dnsMs }
  }
  const { reason, message } = found
  if (reason === 'noAddress') return { ok: true, hosts: [domain], isImplicit: true, dnsMs }
  if (signal.aborted) return { ok: false, failure: timeLimitFailure('dns', domain), dnsMs }
  const source = await sourceOf(reason, domain, context)
  return { ok: false, failure: { source, phase: 'dns', cause: CAUSES[reason], message }, dnsMs }
}
