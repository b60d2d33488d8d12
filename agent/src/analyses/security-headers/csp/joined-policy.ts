import type { Policy } from './policy.ts'
import type { SourceList } from './source-list.ts'
import { intersect, readSourceList } from './source-list.ts'

/** Directives that are about loading, with what they fall back to before default-src, nearest first.
 *  Source: CSP Level 3, section 6.8.3 */
const FETCH_FALLBACKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['child-src', []],
  ['connect-src', []],
  ['fenced-frame-src', ['frame-src', 'child-src']],
  ['font-src', []],
  ['frame-src', ['child-src']],
  ['img-src', []],
  ['manifest-src', []],
  ['media-src', []],
  ['object-src', []],
  ['prefetch-src', []],
  ['script-src', []],
  ['script-src-attr', ['script-src']],
  ['script-src-elem', ['script-src']],
  ['style-src', []],
  ['style-src-attr', ['style-src']],
  ['style-src-elem', ['style-src']],
  ['worker-src', ['child-src', 'script-src']],
])

/** Directives with a source list that fall back to nothing. */
const OTHER_SOURCE_DIRECTIVES = new Set([
  'base-uri',
  'default-src',
  'form-action',
  'frame-ancestors',
])

/** A directive and what stands in for it, nearest first. */
function standIns(name: string): readonly string[] {
  const fallbacks = FETCH_FALLBACKS.get(name)
  return fallbacks === undefined ? [name] : [name, ...fallbacks, 'default-src']
}

/** What policies allow together: what each of them does. */
export interface JoinedPolicy {
  /** What may be loaded under a directive, with what it falls back to. */
  readonly sources: (directive: string) => SourceList
  /** Directives with a source list that some policy has. */
  readonly named: readonly string[]
}

/** Joins the policies of a page: each is asked on its own, and all must agree.
 *  Source: CSP Level 3, section 2.2, "policies are additional" */
export function joinPolicies(policies: readonly Policy[]): JoinedPolicy {
  const names = new Set(policies.flatMap(({ directives }) => [...directives.keys()]))
  const known = new Map<string, SourceList>()

  function join(directive: string): SourceList {
    let joined: SourceList = null
    for (const { directives } of policies) {
      const own = standIns(directive).find((name) => directives.has(name))
      const values = own === undefined ? undefined : directives.get(own)
      if (values !== undefined) joined = intersect(joined, readSourceList(values))
    }
    return joined
  }

  return {
    sources(directive) {
      const sources = known.has(directive) ? known.get(directive) : join(directive)
      known.set(directive, sources ?? null)
      return sources ?? null
    },
    named: [...names].filter(
      (name) => FETCH_FALLBACKS.has(name) || OTHER_SOURCE_DIRECTIVES.has(name),
    ),
  }
}
