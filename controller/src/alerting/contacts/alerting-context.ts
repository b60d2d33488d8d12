import type { Database } from '../../db/pool.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { SendingParts } from '../channels/channel.ts'

/** What the services of alerting work with. */
export interface AlertingContext {
  readonly db: Database
  readonly secrets: SecretBox
  readonly sending: SendingParts
  /** Contacts of the operator's own workspace confirm their mail addresses too. */
  readonly confirmsOwn: boolean
  /** Where people reach this installation, without a slash at the end. */
  readonly publicUrl: () => string
  readonly now: () => Date
}
