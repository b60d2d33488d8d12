import { peerName } from '@sightline/shared/peer-name'
import { createSignInSecrets } from './accounts/sign-in/sign-in-secrets.ts'
import { controllerAddress } from './agents/controller-address.ts'
import { appFolder } from './api/app-folder.ts'
import type { ApiDependencies } from './api/dependencies.ts'
import type { ControllerConfig } from './config.ts'
import { fieldDataAccessOf, mailFromOf, oidcOf } from './config.ts'
import type { Metrics } from './metrics/open-metrics.ts'
import type { Store } from './open-store.ts'

type Given =
  | 'frontLimits'
  | 'desk'
  | 'live'
  | 'guard'
  | 'resolver'
  | 'isTraced'
  | 'isDraining'
  | 'log'

/** What the API of a controller works with.
 *  @param given.grpcPort where agents are taken, once they are */
export function apiParts(
  config: ControllerConfig,
  { pools, clock, retention, secretBox, secretKeys }: Store,
  given: Pick<ApiDependencies, Given> & {
    readonly metrics: Metrics | null
    readonly grpcPort: () => number
  },
): ApiDependencies {
  const { metrics, grpcPort, ...rest } = given
  const { SIGHTLINE_METRICS_TOKEN: token } = config
  return {
    ...rest,
    db: pools.requests,
    limitsDb: pools.counters,
    config,
    secrets: secretBox,
    signInSecrets: createSignInSecrets(secretKeys),
    oidc: oidcOf(config),
    smtpUrl: config.SMTP_URL ?? null,
    mailFrom: mailFromOf(config),
    fieldData: fieldDataAccessOf(config),
    agentAddress: () =>
      controllerAddress(
        peerName(config.SIGHTLINE_GRPC_HOST, grpcPort()),
        config.SIGHTLINE_PUBLIC_URL,
      ),
    requestAnswered: metrics?.observers.requestAnswered ?? null,
    metrics: metrics === null || token === undefined ? null : { token, read: metrics.read },
    appFolder: appFolder(),
    resultRetentionDays: retention.results,
    now: () => new Date(clock.now()),
  }
}
