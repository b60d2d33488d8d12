import type { Logger } from '@sightline/shared/logger'
import type { Database } from '../../db/pool.ts'
import type { AccountMail } from '../account-mail.ts'
import type { OidcSettings } from './oidc.ts'
import type { SessionCookies } from './session-cookie.ts'
import type { SignInSecret } from './sign-in-secrets.ts'

/** What signing in is made with. */
export interface SignInParts {
  readonly db: Database
  readonly log: Logger
  /** Those of the installation at this moment, the one that signs first. */
  readonly secrets: () => readonly SignInSecret[]
  readonly cookies: SessionCookies
  readonly mail: AccountMail
  /** null: there is no identity provider. */
  readonly oidc: OidcSettings | null
  /** The address people reach this installation at, without a slash at the end. */
  readonly publicUrl: () => string
  readonly now: () => Date
}
