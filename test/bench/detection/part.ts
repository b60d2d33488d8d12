import type { Figure } from '../report.ts'

/** One part of the bench: figures, and what a reader must know of them. */
export interface Part {
  readonly figures: readonly Figure[]
  readonly notes: readonly string[]
  /** null where nothing was measured. */
  readonly postgresVersion: string | null
}

/** Where the bench's agents are. */
export const REGIONS = ['eu-west', 'us-east', 'ap-south'] as const
