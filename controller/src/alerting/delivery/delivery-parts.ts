import type { UpkeepParts } from '../../jobs/task.ts'
import type { SendingParts } from '../channels/channel.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'

/** What deliveries work with. */
export interface DeliveryParts extends UpkeepParts, SendingParts {
  readonly secrets: SecretBox
  /** Where people reach this installation, without a slash at the end. */
  readonly publicUrl: string
  /** Contacts of the operator's own workspace confirm their mail addresses too. */
  readonly confirmsOwnContacts: boolean
}
