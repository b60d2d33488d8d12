import type { NameResolver } from '@sightline/shared/name-resolution'

/** How long the answer for another name shows that the name servers work. */
const HEALTHY_FOR_MS = 60_000
const PROBE_TIMEOUT_MS = 1_500
/** A name that any working name server has an answer for (RFC 2606: reserved, never an address). */
const PROBE_NAME = 'sightline-probe.invalid'
/** A name server that has not answered by then is doubted: the proof must be there at the limit. */
const DOUBT_AFTER_MS = 1_000
const DOUBT_AFTER_SHARE = 0.3

interface Answered {
  readonly name: string
  readonly atMs: number
}

/** The two names answered last through each agent's name servers, so that a name never speaks for
 *  itself. */
const answered = new WeakMap<NameResolver, readonly Answered[]>()

/** Remembers that a name was answered. */
export function noteAnswer(resolver: NameResolver, name: string): void {
  const others = (answered.get(resolver) ?? []).filter((entry) => entry.name !== name)
  answered.set(resolver, [{ name, atMs: performance.now() }, ...others.slice(0, 1)])
}

function hasOtherAnswer(resolver: NameResolver, name: string): boolean {
  const since = performance.now() - HEALTHY_FOR_MS
  return (answered.get(resolver) ?? []).some((entry) => entry.name !== name && entry.atMs > since)
}

/** Finds out, beside a question, whether other names resolve through the same name servers. */
export interface Doubt {
  /** Whether they do; asks now if it did not before. */
  readonly othersResolve: () => Promise<boolean>
  readonly stop: () => void
}

/** Begins to doubt the name servers when a question takes long, so that a check which its time limit
 *  ends still knows whose fault that is. Source: monitoring design, section 5 */
export function startDoubt(
  resolver: NameResolver,
  name: string,
  limits: { signal: AbortSignal; timeoutMs: number },
): Doubt {
  const { signal, timeoutMs } = limits
  let proof: Promise<boolean> | null = null

  async function ask(): Promise<boolean> {
    if (signal.aborted) return false
    const probe = await resolver.resolve(PROBE_NAME, {
      signal,
      timeoutMs: PROBE_TIMEOUT_MS,
      family: 'ipv4',
    })
    return probe.ok || probe.reason === 'nxdomain' || probe.reason === 'noAddress'
  }

  const begin = (): Promise<boolean> => (proof ??= ask())
  const delayMs = Math.min(DOUBT_AFTER_MS, timeoutMs * DOUBT_AFTER_SHARE)
  const timer = hasOtherAnswer(resolver, name) ? null : setTimeout(() => void begin(), delayMs)
  return {
    othersResolve: async () => hasOtherAnswer(resolver, name) || begin(),
    stop: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
