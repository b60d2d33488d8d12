import type { SessionCookies } from '../../accounts/sign-in/session-cookie.ts'
import type { Api } from '../api-types.ts'
import type { ContinentOf } from '../caller-continent.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { OwnHosts } from '../own-hosts.ts'
import type { Services } from '../services.ts'
import type { ClientOf } from '../sign-in-client.ts'

/** What the endpoints of every area are made with. */
export interface AreaParts {
  readonly deps: ApiDependencies
  readonly services: Services
  readonly cookies: SessionCookies
  readonly ownHosts: OwnHosts
  readonly publicUrl: () => string
  readonly now: () => Date
  /** The continent that a request says it comes from, where a proxy tells it. */
  readonly continentOf: ContinentOf
  /** Whom limits of signing in are counted for. */
  readonly clientOf: ClientOf
}

/** Adds the endpoints of one area to the API. */
export type AddArea = (app: Api, parts: AreaParts) => void | Promise<void>
