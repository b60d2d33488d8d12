import type { NameResolver } from '@sightline/shared/name-resolution'

const PROBE_TIMEOUT_MS = 1_500
/** A name that any working name server has an answer for (RFC 2606: reserved, never an address). */
const PROBE_NAME = 'sightline-probe.invalid'
/** A question that takes longer is doubted: the proof must be there when a time limit ends it. */
const DOUBT_AFTER_MS = 250

/** Finds out, beside a question, whether other names resolve through the same name servers. */
export interface Doubt {
  /** Whether one was answered since the question began; asks for one if need be. False when the
   *  signal aborts first. */
  readonly othersResolve: () => Promise<boolean>
  readonly stop: () => void
}

/** What is known of the agent's own name servers: SERVFAIL and silence are a target's fault when other
 *  names resolve through the same servers, else the servers'.
 *  Source: monitoring design, section 5 */
export interface ResolverHealth {
  /** Remembers that a name server answered for a name. */
  readonly noteAnswer: (name: string) => void
  /** Begins to doubt the name servers when a question takes long, so that a check which its time limit
   *  ends still knows whose fault that is. */
  readonly startDoubt: (name: string, signal: AbortSignal) => Doubt
}

export function createResolverHealth(resolver: NameResolver): ResolverHealth {
  /** The two names answered last, so that a name never speaks for itself. */
  let answered: readonly { name: string; atMs: number }[] = []
  /** One question at a time serves all who doubt. */
  let probing: Promise<void> | null = null

  function noteAnswer(name: string): void {
    const others = answered.filter((entry) => entry.name !== name)
    answered = [{ name, atMs: performance.now() }, ...others.slice(0, 1)]
  }

  async function probe(): Promise<void> {
    const limits = { timeoutMs: PROBE_TIMEOUT_MS, family: 'ipv4' } as const
    const found = await resolver.resolve(PROBE_NAME, limits)
    if (found.ok || found.reason === 'nxdomain' || found.reason === 'noAddress') {
      noteAnswer(PROBE_NAME)
    }
    probing = null
  }

  return {
    noteAnswer,
    startDoubt(name, signal) {
      const begunAtMs = performance.now()
      let proof: Promise<void> | null = null
      const timer = setTimeout(() => void prove(), DOUBT_AFTER_MS)

      function prove(): Promise<void> {
        proof ??= (async () => {
          // One under way may have been sent before the servers were well again.
          await probing
          if (!isProven() && !signal.aborted) await (probing ??= probe())
        })()
        return proof
      }

      /** What was answered before says nothing: the name servers may have died since. */
      const isProven = (): boolean =>
        answered.some((entry) => entry.name !== name && entry.atMs >= begunAtMs)

      return {
        async othersResolve() {
          if (isProven() || signal.aborted) return isProven()
          const aborted = Promise.withResolvers<void>()
          signal.addEventListener('abort', () => aborted.resolve(), { once: true })
          await Promise.race([prove(), aborted.promise])
          return isProven()
        },
        stop: () => clearTimeout(timer),
      }
    },
  }
}
