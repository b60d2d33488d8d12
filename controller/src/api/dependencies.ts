import type { AddressGuard } from '@sightline/shared/address'
import type { Logger } from '@sightline/shared/logger'
import type { NameResolver } from '@sightline/shared/name-resolution'
import type { OidcSettings } from '../accounts/sign-in/oidc.ts'
import type { SignInSecret } from '../accounts/sign-in/sign-in-secrets.ts'
import type { ControllerAddress } from '../agents/controller-address.ts'
import type { Database } from '../db/pool.ts'
import type { ReportAccess } from '../field-data/chrome-ux-report.ts'
import type { FrontLimits } from '../limits/front-limits.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { AnsweredRequest } from '../metrics/observers.ts'
import type { Metrics } from '../metrics/open-metrics.ts'
import type { OnDemandDesk } from '../on-demand/desk.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** What the API is made of. */
export interface ApiDependencies {
  readonly db: Database
  /** A pool of its own without synchronous commit, for the counters of requests. */
  readonly limitsDb: Database
  /** What is refused before the database is asked. */
  readonly frontLimits: FrontLimits
  readonly config: {
    /** Take the client's address from the last entry of X-Forwarded-For. */
    readonly SIGHTLINE_TRUST_PROXY: boolean
    readonly SIGHTLINE_PUBLIC_URL?: string | undefined
    readonly SIGHTLINE_CONFIRM_CONTACTS: boolean
    readonly SIGHTLINE_AGENT_MIN_VERSION?: string | undefined
  }
  readonly log: Logger
  readonly guard: AddressGuard
  readonly resolver: NameResolver
  readonly secrets: SecretBox
  /** What cookies are signed with, the one that signs first. */
  readonly signInSecrets: () => readonly SignInSecret[]
  /** The identity provider; null: there is none. */
  readonly oidc?: OidcSettings | null
  /** Where mail is handed in; null: there is no mail. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Where agents connect to. */
  readonly agentAddress: () => ControllerAddress
  /** Work for agents. */
  readonly desk: OnDemandDesk
  /** What people follow as it happens. */
  readonly live: LiveHub
  /** What real users measure; null without a key for it. */
  readonly fieldData?: ReportAccess | null
  /** Told of each answer; null: nobody asks. */
  readonly requestAnswered?: ((answered: AnsweredRequest) => void) | null
  /** Each request is a span of a trace. */
  readonly isTraced?: boolean
  /** Metrics behind a token; null: they are not served here. */
  readonly metrics?: { readonly token: string; readonly read: Metrics['read'] } | null
  /** Whether the controller hands over what it does. */
  readonly isDraining?: () => boolean
  /** Where the built app lies; null: `/` leads to the description of the API. */
  readonly appFolder?: string | null
  /** Days results are kept; left out: as usual. */
  readonly resultRetentionDays?: number
  readonly now?: () => Date
}
