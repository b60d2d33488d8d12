import type { WorkInput, WorkKind } from '@sightline/shared/work-kinds'
import type { SealedInput } from './sealed-input.ts'

/** What somebody asks an agent of a region to do. */
export interface WorkRequest<K extends WorkKind> {
  readonly region: string
  readonly input: WorkInput<K>
  /** The same as it is kept in the database on its way over another controller, its secrets sealed; left out where it
   *  has none. */
  readonly stored?: SealedInput
  /** Whether the workspace that runs the installation asks (`isOperatorsWorkspace`). */
  readonly isOperators: boolean
  /** What the agent must be able to do. */
  readonly capability: string
  /** For all tries together. */
  readonly timeoutMs: number
  /** For whom it is, a workspace ("workspace 12") or a key without one: agents take turns between them. */
  readonly sharer: string
  /** Aborts when whoever asked is gone. */
  readonly signal: AbortSignal
}
