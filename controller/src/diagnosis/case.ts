import type { Cause } from '@sightline/shared/causes'
import { CAUSES, isCause } from '@sightline/shared/causes'
import type { Evidence, EvidencePiece } from '@sightline/shared/diagnosis'
import type { DiagnosisFacts, RegionCheck } from './facts.ts'

/** Kinds of evidence: the checks themselves, pieces gathered by agents, and what the database knows. */
export type EvidenceKind =
  | EvidencePiece
  | 'check'
  | 'timing'
  | 'agent'
  | 'dependency'
  | 'related'
  | 'history'

/** The layers of causes, the first to break first. Source: monitoring design, section 5 */
export const LAYERS = [
  'ours',
  'dns',
  'network',
  'tcp',
  'tls',
  'http',
  'content',
  'performance',
  'mail',
  'partial',
] as const satisfies readonly (typeof CAUSES)[Cause]['category'][]

/** What may be the reason, and what speaks for it. */
export interface Finding {
  readonly cause: Cause
  /** Regions whose checks agree with it. */
  readonly regions: readonly string[]
  /** Kinds of evidence that speak for it. */
  readonly kinds: readonly EvidenceKind[]
  /** The end of the sentence "..., because it was seen that": a clause without a full stop; null when the
   *  cause says all. */
  readonly because: string | null
}

/** One member of the family: what the layer's evidence says, the likeliest first. Pure. */
export type Rule = (facts: Case) => readonly Finding[]

/** A piece of evidence and the region it comes from. */
export interface Piece<P extends EvidencePiece> {
  readonly region: string
  readonly atMs: number
  readonly found: Evidence[P]
}

/** The facts of an outage, sorted for the rules. */
export interface Case extends DiagnosisFacts {
  /** Regions that say something about the target, in the order of their names. */
  readonly failing: readonly RegionCheck[]
  readonly passing: readonly RegionCheck[]
  /** What the failing checks say by themselves, the leading cause first. */
  readonly told: readonly { readonly cause: Cause; readonly checks: readonly RegionCheck[] }[]
  /** The leading cause; the outage's own where no check is kept. */
  readonly leading: Cause
  /** Checks that tell the leading cause. */
  readonly leadingChecks: readonly RegionCheck[]
  readonly evidence: <P extends EvidencePiece>(
    piece: P,
    role: 'failing' | 'passing',
  ) => readonly Piece<P>[]
}

const layerOf = (cause: Cause): number => LAYERS.indexOf(CAUSES[cause].category)

/** What speaks about the target before what speaks about us: an agent's own trouble says nothing where
 *  other regions saw the target fail. */
function failingOf(votes: readonly RegionCheck[]): readonly RegionCheck[] {
  const down = votes.filter((vote) => vote.status === 'down')
  if (down.length > 0) return down
  const degraded = votes.filter((vote) => vote.status === 'degraded' && vote.cause !== null)
  if (degraded.length > 0) return degraded
  return votes.filter((vote) => vote.status === 'unknown' && vote.cause !== null)
}

/** Causes by how many regions tell them; of equals the first broken layer leads. */
export function toldBy<C extends { readonly cause: Cause | null }>(
  failing: readonly C[],
): readonly { readonly cause: Cause; readonly checks: readonly C[] }[] {
  const groups = Map.groupBy(failing, (check) => check.cause ?? 'timeout')
  return Array.from(groups, ([cause, checks]) => ({ cause, checks })).sort(
    (a, b) => b.checks.length - a.checks.length || layerOf(a.cause) - layerOf(b.cause),
  )
}

export function openCase(facts: DiagnosisFacts): Case {
  const votes = [...facts.votes].sort((a, b) => (a.region < b.region ? -1 : 1))
  const failing = failingOf(votes)
  const passing = votes.filter(
    (vote) => !failing.includes(vote) && (vote.status === 'up' || vote.status === 'degraded'),
  )
  const told = toldBy(failing)
  const { cause } = facts.outage
  return {
    ...facts,
    failing,
    passing,
    told,
    leading: told[0]?.cause ?? (isCause(cause) ? cause : 'timeout'),
    leadingChecks: told[0]?.checks ?? [],
    evidence: (piece, role) =>
      facts.gathered.flatMap((each) => {
        const found = each.output.evidence[piece]
        if (each.role !== role || found === undefined) return []
        const atMs = Date.parse(each.output.startedAt)
        return [{ region: each.region, atMs, found: found as Evidence[typeof piece] }]
      }),
  }
}

/** The regions of checks or pieces. */
export function regionsOf(items: readonly { readonly region: string }[]): readonly string[] {
  return [...new Set(items.map(({ region }) => region))]
}

/** What the failing checks say themselves, as a finding. */
export function asTold(
  { leading, leadingChecks, outage }: Case,
  extra: { kinds?: readonly EvidenceKind[]; because?: string | null } = {},
): Finding {
  const regions = leadingChecks.length > 0 ? regionsOf(leadingChecks) : outage.regions
  const { kinds = [], because = null } = extra
  return { cause: leading, regions, kinds: ['check', ...kinds], because }
}

/** Whether the failing checks speak of a layer. */
export function isOfLayer({ leading }: Case, layer: (typeof LAYERS)[number]): boolean {
  return CAUSES[leading].category === layer
}
