import type { SendingParts } from '../../alerting/channels/channel.ts'
import type { UpkeepParts } from '../../jobs/task.ts'

/** What jobs that mail subscribers work with. */
export interface MailingParts extends UpkeepParts, SendingParts {
  /** Where people reach this installation, without a slash at the end. */
  readonly publicUrl: string
}
