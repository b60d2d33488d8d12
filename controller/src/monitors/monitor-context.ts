import type { AddressGuard } from '@sightline/shared/address'
import type { NameResolver } from '@sightline/shared/name-resolution'
import type { Plan } from '../accounts/plans.ts'
import type { ServiceContext } from '../db/service-context.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** What the monitor services work with. */
export interface MonitorContext extends ServiceContext {
  readonly guard: AddressGuard
  readonly resolveName: NameResolver['resolve']
  readonly secretBox: SecretBox
  /** Whether this installation sends mail: without it nobody is told by mail. */
  readonly canMail: boolean
  /** Contacts of the operator's own workspace confirm their mail addresses too. */
  readonly confirmsOwn: boolean
}

/** For whom a service works. */
export interface Actor {
  readonly workspaceId: number
  readonly personId: number
  /** Gets the alerts of monitors created without recipients. */
  readonly personPublicId: string
  readonly plan: Plan
}
