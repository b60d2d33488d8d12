import { z } from 'zod'
import { MAX_REGIONS } from '../regions/region-choice.ts'
import { CONFIRMING_REGIONS } from '../votes/confirming-regions.ts'

export const QUORUM_WORDS = ['majority', 'all', 'any'] as const

/** How a failure is confirmed before the monitor counts as down. */
export const Confirmation = z.strictObject({
  retries: z.int().min(0).max(5).meta({
    description: 'Further failing checks needed after the first; 0: the first is enough.',
    example: 1,
  }),
  retryDelaySeconds: z
    .int()
    .min(1)
    .max(60)
    .meta({ description: 'Seconds before a retry.', example: 5 }),
  quorum: z.union([z.enum(QUORUM_WORDS), z.int().min(1).max(MAX_REGIONS)]).meta({
    description: 'How many of the answering regions must fail: a word, or a number.',
    example: 'majority',
  }),
  regions: z.enum(CONFIRMING_REGIONS).meta({
    description:
      "Whose agents confirm a failure, and get the monitor's settings for it: own: the monitor's regions alone (with one region, its further checks decide); all: up to four others too, such as are not the monitor's. Default: own while its settings hold a secret, else all. A change that sends what the default is already keeps the default.",
    example: 'all',
  }),
})
/** As people read it: what is meant, said or not. */
export type ConfirmationView = z.output<typeof Confirmation>
/** As it is stored. */
export type ConfirmationSettings = Omit<ConfirmationView, 'regions'> & {
  /** Null: what follows from the settings (`confirmingRegionsOf`). */
  readonly regions: ConfirmationView['regions'] | null
}

/** How a monitor that is down counts as up again. */
export const Recovery = z.strictObject({
  checks: z
    .int()
    .min(1)
    .max(10)
    .meta({ description: 'Good checks in a row that are needed.', example: 2 }),
})
export type RecoverySettings = z.output<typeof Recovery>

/** What a monitor gets that names nothing else. Source: decisions, section 6 */
export const DEFAULT_CONFIRMATION = {
  retries: 1,
  retryDelaySeconds: 5,
  quorum: 'majority',
  regions: null,
} as const satisfies ConfirmationSettings

/** What a monitor gets that names nothing else. Source: decisions, section 6 */
export const DEFAULT_RECOVERY = { checks: 2 } as const satisfies RecoverySettings
