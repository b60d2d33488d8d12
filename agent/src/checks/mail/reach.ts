import type { MailEndpoint } from '@sightline/shared/monitor-types/mail/endpoint'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { Dialled } from '../../net/dial.ts'
import { printable } from '../../outcome/printable.ts'
import type { CheckContext } from '../checker.ts'
import { targetFailure } from './dialogue.ts'
import { findExchangers } from './exchangers.ts'

const MAX_HOST_LENGTH = 253

/** One mail server of a domain, as results tell it. */
export interface TriedExchanger {
  readonly host: string
  /** `answered`: the check spoke to it; `untried`: a more preferred one answered. */
  readonly state: 'answered' | 'failed' | 'untried'
  /** Why it could not be connected to; null unless the state is `failed`. */
  readonly error: string | null
}

/** A connection to the server that is to be checked, or why there is none. */
export interface Reached {
  readonly dialled: Dialled | { readonly ok: false; readonly failure: CheckFailure }
  /** The host that was dialled, for names and certificates. */
  readonly host: string
  /** Of every lookup on the way; null when there was none. */
  readonly dnsMs: number | null
  /** null when the monitor did not ask for the domain's mail servers, or they were not found. */
  readonly mx: readonly TriedExchanger[] | null
  /** The domain names no mail server and was taken as its own. */
  readonly isImplicitMx: boolean
}

const sum = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : a + b

/** Dials with a share of the time that is left, so that one silent host does not use up all of it. */
async function dialWithin(
  target: { host: string; port: number },
  limitMs: number,
  context: CheckContext,
): Promise<Dialled> {
  const limit = new AbortController()
  const abort = (): void => limit.abort()
  const timer = setTimeout(abort, limitMs)
  context.signal.addEventListener('abort', abort, { once: true })
  if (context.signal.aborted) abort()
  try {
    return await context.dial({ ...target, family: 'any' }, limit.signal)
  } finally {
    clearTimeout(timer)
    context.signal.removeEventListener('abort', abort)
  }
}

/** The failure that is told when no host could be connected to: the first one's, but one of the
 *  agent's own or of its resolver never hides the target's. */
function telling(failures: readonly CheckFailure[]): CheckFailure | undefined {
  const ofTarget = failures.find(({ source }) => source === 'target' || source === 'network')
  return ofTarget ?? failures.find(({ source }) => source !== 'agent') ?? failures[0]
}

function withoutServer(failure: CheckFailure, domain: string): CheckFailure {
  if (failure.cause !== 'dnsNoAddress') return failure
  const message = `The domain ${domain} has neither a mail server nor an address.`
  return targetFailure('dns', 'mxMissing', message)
}

async function reachExchanger(
  endpoint: MailEndpoint,
  deadlineMs: number,
  context: CheckContext,
): Promise<Reached> {
  const { host: domain, port } = endpoint
  const found = await findExchangers(domain, context)
  if (!found.ok) {
    const { failure, dnsMs } = found
    return {
      dialled: { ok: false, failure },
      host: domain,
      dnsMs,
      mx: null,
      isImplicitMx: false,
    }
  }
  const { hosts, isImplicit } = found
  const mx: TriedExchanger[] = []
  const failed: { dialled: Extract<Dialled, { ok: false }>; host: string }[] = []
  let { dnsMs } = found
  const shown = (host: string): string => printable(host, MAX_HOST_LENGTH)
  for (const [i, host] of hosts.entries()) {
    const limitMs = Math.max(0, deadlineMs - performance.now()) / (hosts.length - i)
    const dialled = await dialWithin({ host, port }, limitMs, context)
    dnsMs = sum(dnsMs, dialled.dnsMs)
    if (dialled.ok) {
      const untried = hosts.slice(i + 1).map((each) => ({
        host: shown(each),
        state: 'untried' as const,
        error: null,
      }))
      mx.push({ host: shown(host), state: 'answered', error: null }, ...untried)
      return { dialled, host, dnsMs, mx: isImplicit ? [] : mx, isImplicitMx: isImplicit }
    }
    const error = printable(dialled.failure.message, 300)
    mx.push({ host: shown(host), state: 'failed', error })
    failed.push({ dialled, host })
  }
  const failure = telling(failed.map(({ dialled }) => dialled.failure))
  const told = failed.find(({ dialled }) => dialled.failure === failure) ?? failed[0]
  // There is at least one host, so there was at least one try.
  if (told === undefined) throw new Error('no mail server was tried')
  const why = isImplicit ? withoutServer(told.dialled.failure, domain) : told.dialled.failure
  return {
    dialled: { ...told.dialled, failure: why },
    host: told.host,
    dnsMs,
    mx: isImplicit ? [] : mx,
    isImplicitMx: isImplicit,
  }
}

/** Connects to the host of a monitor or, where it asks for that, to the most preferred mail server of
 *  the domain that can be connected to.
 *  @param deadlineMs when the check has to end, by `performance.now()` */
export async function reach(
  endpoint: MailEndpoint,
  options: { resolveMx: boolean; deadlineMs: number },
  context: CheckContext,
): Promise<Reached> {
  if (options.resolveMx) return reachExchanger(endpoint, options.deadlineMs, context)
  const { host, port } = endpoint
  const dialled = await context.dial({ host, port, family: 'any' }, context.signal)
  return { dialled, host, dnsMs: dialled.dnsMs, mx: null, isImplicitMx: false }
}
