import type { Api } from '../api-types.ts'
import { addPasskeyRoutes } from '../routes/passkeys.ts'
import { addSecondFactorRoutes } from '../routes/second-factor.ts'
import { addSignInLinkRoutes } from '../routes/sign-in-links.ts'
import { addProviderRoutes } from '../routes/sign-in-providers.ts'
import { addSignInRoutes } from '../routes/sign-in.ts'
import { requireSameOrigin } from '../same-origin.ts'
import type { AddArea } from './area.ts'

/** Every way in; only the app's own pages may ask. */
export const addSignInArea: AddArea = async (app, { deps, services, clientOf, publicUrl, now }) => {
  const { signIn, invitations, mail } = services
  const signingIn = { signIn, limitsDb: deps.limitsDb, clientOf, now }
  await app.register(async (scope: Api) => {
    scope.addHook('onRequest', async (request) =>
      requireSameOrigin(request, deps.config.SIGHTLINE_PUBLIC_URL),
    )
    addSignInRoutes(scope, signingIn)
    addSecondFactorRoutes(scope, signingIn)
    addPasskeyRoutes(scope, { ...signingIn, db: deps.db })
    addProviderRoutes(scope, {
      ...signingIn,
      oidcName: deps.oidc?.name ?? null,
      canMail: mail.canMail,
      publicUrl,
      db: deps.db,
    })
    addSignInLinkRoutes(scope, { ...signingIn, invitations, canMail: mail.canMail })
  })
}
