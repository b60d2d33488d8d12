import type { UpkeepParts } from '../../jobs/task.ts'
import type { SendingParts } from '../channels/channel.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'

/** Alerts that were sent together, and what came of it. */
export interface TriedAlerts {
  readonly channel: string
  readonly outcome: 'sent' | 'retry' | 'refused'
  readonly alerts: readonly {
    readonly kind: string
    readonly queuedAtMs: number
    /** When the outage they are about began, UNIX ms; null: about none. */
    readonly outageStartedAtMs: number | null
  }[]
  readonly atMs: number
}

/** What deliveries work with. */
export interface DeliveryParts extends UpkeepParts, SendingParts {
  readonly secrets: SecretBox
  /** Where people reach this installation, without a slash at the end. */
  readonly publicUrl: string
  /** Contacts of the operator's own workspace confirm their mail addresses too. */
  readonly confirmsOwnContacts: boolean
  /** Told of each attempt. */
  readonly alertsTried?: ((tried: TriedAlerts) => void) | undefined
}
