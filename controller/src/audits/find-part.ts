import type { Analyse, AnalysisRequest } from '../on-demand/analyses.ts'
import type { AuditFigures } from './figures.ts'
import { figuresOf } from './figures.ts'
import { packResult } from './pack.ts'
import type { AuditPartName, PartAnalysis, PartResult } from './parts.ts'
import { AUDIT_PARTS } from './parts.ts'

/** Who asks, and from where it is to be looked. */
export interface AuditAsker extends Pick<
  AnalysisRequest<'audit'>,
  'region' | 'continent' | 'sharer'
> {
  readonly workspaceId: number
}

/** What an agent found just now. */
export interface FoundPart<P extends AuditPartName> {
  /** As the one-URL endpoint would answer it. */
  readonly result: PartResult<P> & { readonly region: string }
  /** The same as it is stored. */
  readonly packed: Buffer
  readonly figures: AuditFigures
}

/** Looks at one side of a page, now. @throws AppError as `Analyse` does */
export type FindPart = <P extends AuditPartName>(
  part: P,
  url: string,
  asker: AuditAsker,
  signal: AbortSignal,
) => Promise<FoundPart<P>>

export const createFindPart =
  (analyse: Analyse): FindPart =>
  async <P extends AuditPartName>(part: P, url: string, asker: AuditAsker, signal: AbortSignal) => {
    // The registry has the options that belong to the analysis.
    const { analysis: name, options } = AUDIT_PARTS[part] as unknown as Pick<
      AnalysisRequest<PartAnalysis<P>>,
      'options'
    > & { readonly analysis: PartAnalysis<P> }
    const answer = await analyse({ name, url, options, ...asker }, signal)
    const result = { ...answer.result, region: answer.region }
    return { result, packed: await packResult(result), figures: figuresOf(part, result) }
  }
