import type { Evidence, EvidencePiece } from '@sightline/shared/diagnosis'
import type { CheckContext } from '../checks/checker.ts'
import type { CheckerRegistry } from '../checks/run-check.ts'
import type { JsonWorker } from '../outcome/work.ts'
import type { Subject } from './subject.ts'

/** Ports beside the monitor's own that are asked; tests bring their own. */
export interface SidePorts {
  /** Where the name servers of a zone are asked. */
  readonly nameServer: number
  /** Where the site is asked without TLS. */
  readonly http: number
  /** Other ports of the same host, by the monitor's type. */
  readonly others: (subject: Subject) => readonly number[]
}

/** What evidence is gathered with: the tools of checks, so the same guard and limits hold. */
export interface GatherKit {
  readonly tools: Omit<CheckContext, 'signal'>
  readonly checkers: CheckerRegistry
  /** The worker of `traceroute`. */
  readonly trace: JsonWorker
  readonly ports: SidePorts
}

/** One member of the family. It honours the signal, and never throws for what a target does.
 *  @returns null when it came to nothing */
export type Gather<P extends EvidencePiece> = (
  subject: Subject,
  kit: GatherKit,
  signal: AbortSignal,
) => Promise<Evidence[P] | null>

/** Longest sentence and name in evidence, in characters. */
export const MAX_SENTENCE = 500
export const MAX_NAME = 255
