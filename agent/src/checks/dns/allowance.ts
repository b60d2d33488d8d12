import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { Answered } from '../../dns/ask.ts'
import type { Inquiry } from './inquiry.ts'
import type { NameServer } from './name-server.ts'

const MAX_WITHOUT_GLUE = 4

/** What one check asks for at most on its way to the name servers of a zone. A zone of 13 name servers
 *  and five aliases fit, also where only every second address can be reached; one whose servers refer
 *  to others without end must not make an agent flood third parties or its own resolver.
 *  Source: "NXNSAttack" (Afek, Bremler-Barr, Shafir, 2020) */
const MOST = {
  /** To name servers, each once with its repeats. */
  questions: 60,
  /** Names of name servers that are resolved. */
  lookups: 33,
  /** To the agent's resolver, for who speaks for a zone. */
  steps: 24,
} as const

/** The first few name servers of a zone that others lead to, those with addresses before the rest: to
 *  resolve a name costs questions about what its sender chose. */
export function firstFew(nameServers: readonly NameServer[]): readonly NameServer[] {
  const withGlue = nameServers.filter(({ glue }) => glue.length > 0)
  const others = nameServers.filter(({ glue }) => glue.length === 0)
  return [...withGlue, ...others.slice(0, MAX_WITHOUT_GLUE)]
}

/** The failure of what was left out; told apart by its identity. */
export const NOT_ASKED: CheckFailure = {
  source: 'target',
  phase: 'dns',
  cause: 'dnsServfail',
  message: 'It was not asked: the zone refers to too many name servers.',
}

/** An inquiry that finds its own way to the name servers. */
export interface Walk extends Inquiry {
  /** @returns false when there is none left */
  readonly take: (kind: keyof typeof MOST) => boolean
  /** Answers by server and name: neither is asked the same twice. */
  readonly asked: Map<string, Promise<Answered>>
}

export function startWalk(inquiry: Inquiry): Walk {
  const left: Record<keyof typeof MOST, number> = { ...MOST }
  return {
    ...inquiry,
    asked: new Map(),
    take(kind) {
      if (left[kind] === 0) return false
      left[kind] -= 1
      return true
    },
  }
}
