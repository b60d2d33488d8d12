import type { NameResolver } from '@sightline/shared/name-resolution'

/** How long the answer for another name shows that the name servers work. */
const HEALTHY_FOR_MS = 60_000
const PROBE_TIMEOUT_MS = 1_500
/** A name that any working name server has an answer for (RFC 2606: reserved, never an address). */
const PROBE_NAME = 'sightline-probe.invalid'
/** A question that takes longer is doubted: the proof must be there when a time limit ends it. */
const DOUBT_AFTER_MS = 1_000
const DOUBT_AFTER_SHARE = 0.3

/** Finds out, beside a question, whether other names resolve through the same name servers. */
export interface Doubt {
  /** Whether they do; asks now if it did not before. */
  readonly othersResolve: () => Promise<boolean>
  readonly stop: () => void
}

/** What is known of the agent's own name servers: SERVFAIL and silence are a target's fault when other
 *  names resolve through the same servers, else the servers'.
 *  Source: monitoring design, section 5 */
export interface ResolverHealth {
  /** Remembers that a name was answered. */
  readonly noteAnswer: (name: string) => void
  /** Begins to doubt the name servers when a question takes long, so that a check which its time limit
   *  ends still knows whose fault that is. @param limits.timeoutMs what the question may take */
  readonly startDoubt: (name: string, limits: { signal: AbortSignal; timeoutMs: number }) => Doubt
}

export function createResolverHealth(resolver: NameResolver): ResolverHealth {
  /** The two names answered last, so that a name never speaks for itself. */
  let answered: readonly { name: string; atMs: number }[] = []

  function hasOtherAnswer(name: string): boolean {
    const since = performance.now() - HEALTHY_FOR_MS
    return answered.some((entry) => entry.name !== name && entry.atMs > since)
  }

  async function probe(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    const limits = { signal, timeoutMs: PROBE_TIMEOUT_MS, family: 'ipv4' } as const
    const found = await resolver.resolve(PROBE_NAME, limits)
    return found.ok || found.reason === 'nxdomain' || found.reason === 'noAddress'
  }

  return {
    noteAnswer(name) {
      const others = answered.filter((entry) => entry.name !== name)
      answered = [{ name, atMs: performance.now() }, ...others.slice(0, 1)]
    },
    startDoubt(name, { signal, timeoutMs }) {
      let proof: Promise<boolean> | null = null
      const begin = (): Promise<boolean> => (proof ??= probe(signal))
      const delayMs = Math.min(DOUBT_AFTER_MS, timeoutMs * DOUBT_AFTER_SHARE)
      const timer = hasOtherAnswer(name) ? null : setTimeout(() => void begin(), delayMs)
      return {
        othersResolve: async () => hasOtherAnswer(name) || begin(),
        stop: () => {
          if (timer !== null) clearTimeout(timer)
        },
      }
    },
  }
}
