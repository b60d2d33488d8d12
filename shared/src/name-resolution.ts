import { Resolver } from 'node:dns/promises'
import { closeSync, openSync } from 'node:fs'
import { isIP } from 'node:net'
import type { HostsFile } from './hosts-file.ts'
import { createHostsFile } from './hosts-file.ts'
import { createPatience } from './name-resolution/patience.ts'
import { isNoFileLeft } from './no-file-left.ts'

/** Which addresses of a name are asked for. */
export type IpFamily = 'any' | 'ipv4' | 'ipv6'

/** Why a name gave no address: `nxdomain` it does not exist, `noAddress` it exists without an address
 *  of the family, `servfail` the name server could not tell, `timeout` none answered in time,
 *  `unreachable` none could be asked. */
export type ResolutionFailure = 'nxdomain' | 'noAddress' | 'servfail' | 'timeout' | 'unreachable'

/** Addresses are in the order to try them, IPv4 first; `ms` is how long it took. */
export type Resolution =
  | {
      readonly ok: true
      readonly addresses: readonly string[]
      readonly ms: number
      /** True for an address and for a name of the hosts file: no server was asked. */
      readonly isLocal?: boolean
    }
  | {
      readonly ok: false
      readonly reason: ResolutionFailure
      /** One sentence for people. */
      readonly message: string
      readonly ms: number
    }

/** Resolves names freshly each time, without Node's pool of four threads that getaddrinfo uses: one
 *  dead name server must not hold up every other name. */
export interface NameResolver {
  /** Never throws for what a name server says. An address resolves to itself.
   *  @param options.timeoutMs overall limit; also ends with `timeout` when the signal aborts */
  readonly resolve: (
    host: string,
    options: { signal?: AbortSignal; timeoutMs: number; family: IpFamily },
  ) => Promise<Resolution>
  /** Mail servers of a domain, most preferred first; same limits and failures as \`resolve\`.
   *  Source: RFC 5321, section 5.1 */
  readonly mailExchangers: (
    domain: string,
    options: { signal?: AbortSignal; timeoutMs: number },
  ) => Promise<MailExchangers>
  /** The name that a name's aliases (CNAME) lead to; null when it is none, and on any failure. It is text of whoever
   *  owns the name. */
  readonly aliased: (
    host: string,
    options: { signal?: AbortSignal; timeoutMs: number },
  ) => Promise<string | null>
  /** Names of an address by reverse lookup; none when there are none or on any failure. They are text
   *  of whoever owns the address. */
  readonly hostnames: (
    address: string,
    options: { signal?: AbortSignal; timeoutMs: number },
  ) => Promise<readonly string[]>
  /** The name servers in use, "ip" or "ip:port" each, IPv6 in brackets when a port follows. */
  readonly servers: () => readonly string[]
}

/** `hosts` holds "" for a domain that says it takes no mail (RFC 7505). */
export type MailExchangers =
  | { readonly ok: true; readonly hosts: readonly string[]; readonly ms: number }
  | Extract<Resolution, { ok: false }>

/** First try of one server; c-ares doubles it for the second round. But it also lowers it to what the
 *  server took lately: one that was quick and now needs 0.9 s was given up after 0.6 s. So a question
 *  nobody answered is put once more, through a channel that knows no haste. */
const TIMES = { tryMs: 2_000, tries: 2, patientMs: 5_000 }
/** Of such questions at once: with a dead name server every name would be one. */
const MAX_PATIENT = 50
/** How long AAAA is waited for once A is there. Source: RFC 8305, section 3. */
const RESOLUTION_DELAY_MS = 50
/** The system's list of servers may change while the program runs (a laptop, a container). */
const SYSTEM_SERVERS_MAX_AGE_MS = 60_000
const SYSTEM_SERVERS_FILE = '/etc/resolv.conf'

const REASONS: Readonly<Record<string, ResolutionFailure>> = {
  ENOTFOUND: 'nxdomain',
  ENODATA: 'noAddress',
  EBADNAME: 'nxdomain',
  ETIMEOUT: 'timeout',
  ECANCELLED: 'timeout',
  ECONNREFUSED: 'unreachable',
  ESERVFAIL: 'servfail',
  EREFUSED: 'servfail',
  EFORMERR: 'servfail',
  ENOTIMP: 'servfail',
  EBADRESP: 'servfail',
}

const FAMILY_WORDS = { any: 'address', ipv4: 'IPv4 address', ipv6: 'IPv6 address' } as const

const SENTENCES: Readonly<Record<ResolutionFailure, (host: string, family: IpFamily) => string>> = {
  nxdomain: (host) => `The name ${host} does not exist.`,
  noAddress: (host, family) => `The name ${host} has no ${FAMILY_WORDS[family]}.`,
  servfail: (host) => `The name server could not resolve ${host}.`,
  timeout: (host) => `No name server answered for ${host} in time.`,
  unreachable: (host) => `No name server could be reached to resolve ${host}.`,
}

type Answer = { addresses: readonly string[]; isLocal?: boolean } | { reason: ResolutionFailure }

/** What a question that is not waited for any more still has under way. */
interface Waiting {
  isOver: boolean
  cancel: (() => void) | null
}

/** Runs a question under a limit and a signal. */
async function timed(
  question: (waiting: Waiting) => Promise<Answer>,
  options: { signal?: AbortSignal | undefined; timeoutMs: number },
): Promise<{ given: Answer; ms: number }> {
  const { signal, timeoutMs } = options
  const startedAtMs = performance.now()
  const waiting: Waiting = { isOver: false, cancel: null }
  // One promise that either settles: a race would make five more.
  const ended = Promise.withResolvers<Answer>()
  const giveUp = (): void => ended.resolve({ reason: 'timeout' })
  const timer = setTimeout(giveUp, timeoutMs)
  signal?.addEventListener('abort', giveUp, { once: true })
  if (signal?.aborted === true) giveUp()
  try {
    question(waiting).then(ended.resolve, ended.reject)
    const given = await ended.promise
    return { given, ms: performance.now() - startedAtMs }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
    waiting.isOver = true
    waiting.cancel?.()
  }
}

async function answerOf(query: Promise<string[]>): Promise<Answer> {
  try {
    return { addresses: await query }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    return { reason: REASONS[code] ?? 'servfail' }
  }
}

function ofFamily(addresses: readonly string[], family: IpFamily): readonly string[] {
  const ipv4 = family === 'ipv6' ? [] : addresses.filter((address) => isIP(address) === 4)
  const ipv6 = family === 'ipv4' ? [] : addresses.filter((address) => isIP(address) === 6)
  return [...ipv4, ...ipv6]
}

/** The more telling of two failures: one family without an address says nothing while the other's
 *  question was never answered. */
function combined(a: ResolutionFailure, b: ResolutionFailure): ResolutionFailure {
  const order = ['nxdomain', 'timeout', 'unreachable', 'servfail', 'noAddress'] as const
  return order.find((reason) => reason === a || reason === b) ?? a
}

/** @returns null when it is not there within this time */
function answerWithin(question: Promise<Answer>, ms: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, null)
    void question.then((answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
  })
}

function byPreference(records: { exchange: string; priority: number }[]): string[] {
  return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange)
}

/** Aliases of aliases that are followed. */
const MAX_ALIASES = 5

/** @returns the name that aliases lead to; none where there is no alias, or no end of them */
async function lastAlias(resolver: Resolver, host: string): Promise<readonly string[]> {
  let last: readonly string[] = []
  for (let links = 0; links <= MAX_ALIASES; links += 1) {
    const name = last[0] ?? host
    // Each names the next.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await answerOf(resolver.resolveCname(name))
    const [next] = 'addresses' in answer ? answer.addresses : []
    if (next === undefined) return last
    last = [next]
  }
  return []
}

/** Puts one question to the name servers. */
type Put = (question: (resolver: Resolver) => Promise<string[]>) => Promise<Answer>

async function askAddresses(put: Put, host: string, family: IpFamily): Promise<Answer> {
  if (family === 'ipv4') return put((resolver) => resolver.resolve4(host))
  if (family === 'ipv6') return put((resolver) => resolver.resolve6(host))
  let early: Answer | null = null
  const second = put((resolver) => resolver.resolve6(host)).then((answer) => (early = answer))
  const first = await put((resolver) => resolver.resolve4(host))
  if ('addresses' in first) {
    // Nearly always it is there. A timer for each check woke the process once more for each.
    const other = early ?? (await answerWithin(second, RESOLUTION_DELAY_MS))
    return other !== null && 'addresses' in other
      ? { addresses: [...first.addresses, ...other.addresses] }
      : first
  }
  if (first.reason === 'nxdomain') return first
  const other = await second
  return 'addresses' in other ? other : { reason: combined(first.reason, other.reason) }
}

/** Whether the system's list of servers can be opened, or is not there: where only no file is left to open, c-ares
 *  takes 127.0.0.1 for all of it. */
function canReadServers(): boolean {
  try {
    closeSync(openSync(SYSTEM_SERVERS_FILE, 'r'))
    return true
  } catch (error) {
    return !isNoFileLeft(error)
  }
}

/** @param options.servers "ip:port" each; none means the system's (`SIGHTLINE_DNS_SERVERS`)
 *  @param options.presentSharer for whom the present work is; without it all is for the same
 *  @param options.times how long servers are waited for; a test may bring its own */
export function createNameResolver(options: {
  servers: readonly string[]
  hostsFile?: HostsFile
  presentSharer?: () => string
  times?: typeof TIMES
}): NameResolver {
  const { hostsFile = createHostsFile(), presentSharer = () => '', times = TIMES } = options
  const patience = createPatience(MAX_PATIENT, presentSharer)
  let current: { resolver: Resolver; madeAtMs: number } | null = null

  function resolverNow(): Resolver {
    const nowMs = performance.now()
    const isStale =
      current !== null &&
      options.servers.length === 0 &&
      nowMs - current.madeAtMs > SYSTEM_SERVERS_MAX_AGE_MS
    if (current !== null && !isStale) return current.resolver
    const isKnown = options.servers.length > 0 || canReadServers()
    if (current === null || isKnown) {
      const resolver = new Resolver({ timeout: times.tryMs, tries: times.tries })
      if (options.servers.length > 0) resolver.setServers(options.servers)
      current = { resolver, madeAtMs: isKnown ? nowMs : Number.NEGATIVE_INFINITY }
    }
    return current.resolver
  }

  /** @returns null where too many questions are put so */
  async function putPatiently(
    question: Parameters<Put>[0],
    waiting: Waiting,
  ): Promise<Answer | null> {
    const resolver = new Resolver({ timeout: times.patientMs, tries: 1 })
    const giveBack = patience.take(() => resolver.cancel())
    if (giveBack === null) return null
    resolver.setServers(resolverNow().getServers())
    const cancelOthers = waiting.cancel
    waiting.cancel = () => {
      cancelOthers?.()
      resolver.cancel()
    }
    try {
      return await answerOf(question(resolver))
    } finally {
      giveBack()
    }
  }

  const putFor =
    (waiting: Waiting): Put =>
    async (question) => {
      const first = await answerOf(question(resolverNow()))
      const wasSilent = 'reason' in first && first.reason === 'timeout'
      if (!wasSilent || waiting.isOver) return first
      return (await putPatiently(question, waiting)) ?? first
    }

  async function answer(host: string, family: IpFamily, waiting: Waiting): Promise<Answer> {
    if (isIP(host) !== 0) return { addresses: [host], isLocal: true }
    const listed = await hostsFile.lookup(host)
    if (listed !== null) return { addresses: listed, isLocal: true }
    return askAddresses(putFor(waiting), host, family)
  }

  return {
    async resolve(host, { signal, timeoutMs, family }) {
      const name = host.replace(/\.$/, '')
      const { given, ms } = await timed((waiting) => answer(name, family, waiting), {
        signal,
        timeoutMs,
      })
      const addresses = 'addresses' in given ? ofFamily(given.addresses, family) : []
      if ('addresses' in given && addresses.length > 0) {
        return { ok: true, addresses, ms, isLocal: given.isLocal === true }
      }
      const reason = 'reason' in given ? given.reason : 'noAddress'
      return { ok: false, reason, message: SENTENCES[reason](name, family), ms }
    },
    async mailExchangers(domain, limits) {
      const name = domain.replace(/\.$/, '')
      const { given, ms } = await timed(
        (waiting) => putFor(waiting)((resolver) => resolver.resolveMx(name).then(byPreference)),
        limits,
      )
      if ('addresses' in given) return { ok: true, hosts: given.addresses, ms }
      const { reason } = given
      const message =
        reason === 'noAddress'
          ? `The domain ${name} names no mail server.`
          : SENTENCES[reason](name, 'any')
      return { ok: false, reason, message, ms }
    },
    async aliased(host, limits) {
      const { given } = await timed(
        async () => ({ addresses: await lastAlias(resolverNow(), host) }),
        limits,
      )
      return 'addresses' in given ? (given.addresses[0] ?? null) : null
    },
    async hostnames(address, limits) {
      const { given } = await timed(() => answerOf(resolverNow().reverse(address)), limits)
      return 'addresses' in given ? given.addresses : []
    },
    servers: () => resolverNow().getServers(),
  }
}
