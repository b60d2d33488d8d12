import type {
  AnalysisName,
  AnalysisOptions,
  AnalysisResult,
} from '@sightline/shared/analyses/registry'
import type { ArtifactName, Artifacts } from '../gather/artifacts.ts'

/** One kind of analysis: pure over the artifacts it names. A page of another type than HTML, or an
 *  error page, is analysed like any other: what is not there is told as not there. */
export interface Analysis<N extends AnalysisName, K extends ArtifactName = ArtifactName> {
  readonly needs: readonly K[]
  /** May take a while: it runs in a thread, under a time limit from outside. */
  readonly analyse: (
    artifacts: Pick<Artifacts, K>,
    options: AnalysisOptions<N>,
  ) => AnalysisResult<N> | Promise<AnalysisResult<N>>
}
