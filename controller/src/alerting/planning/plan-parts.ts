import type { UpkeepParts } from '../../jobs/task.ts'
import type { PlansTogether } from './plans-together.ts'

/** What planning works with. */
export interface PlanParts extends UpkeepParts {
  /** Where people reach this installation, without a slash at the end. */
  readonly publicUrl: string
  /** Contacts of the operator's own workspace confirm their mail addresses too. */
  readonly confirmsOwnContacts: boolean
  /** Others are planned with it; left out: it is planned alone. */
  readonly together?: PlansTogether
}
