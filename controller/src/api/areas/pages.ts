import { addAppPages, FIRST_PAGE } from '../routes/app-pages.ts'
import { addConfirmContactRoutes } from '../routes/confirm-contact.ts'
import { addConfirmEmailPage } from '../routes/confirm-email-page.ts'
import { addInvitationPage } from '../routes/invitation-page.ts'
import { addResetPasswordPage } from '../routes/reset-password-page.ts'
import { addSignUpRoutes } from '../routes/sign-up.ts'
import { addStatusSubscriptionRoutes } from '../routes/status-subscriptions.ts'
import { addUnknownPages } from '../routes/unknown-pages.ts'
import type { AddArea } from './area.ts'

/** The app, and the pages that stand without it: where links of mails lead. */
export const addPageArea: AddArea = async (
  app,
  { deps, services, cookies, ownHosts, clientOf, publicUrl, now },
) => {
  const { db, config } = deps
  const { signIn, invitations, emailChanges, directory, kept, subscriptions } = services
  const folder = deps.appFolder ?? null
  if (folder === null)
    app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'))
  const sendDocument = folder === null ? null : await addAppPages(app, folder, publicUrl)
  addUnknownPages(app, { ownHosts, sendDocument })
  const firstPage = folder === null ? null : FIRST_PAGE
  const canMail = deps.smtpUrl !== null
  const itsUrl = config.SIGHTLINE_PUBLIC_URL
  await app.register(async (scope) =>
    addSignUpRoutes(scope, { db, now, publicUrl, signIn, clientOf, firstPage }),
  )
  await app.register(async (scope) =>
    addInvitationPage(scope, {
      db,
      invitations,
      signIn,
      cookies,
      clientOf,
      publicUrl: itsUrl,
      now,
    }),
  )
  await app.register(async (scope) =>
    addResetPasswordPage(scope, { db, signIn, clientOf, canMail, now }),
  )
  await app.register(async (scope) =>
    addConfirmEmailPage(scope, { db, emailChanges, cookies, publicUrl: itsUrl, now }),
  )
  await app.register(async (scope) => addConfirmContactRoutes(scope, { db, now }))
  await app.register(async (scope) =>
    addStatusSubscriptionRoutes(scope, {
      directory,
      kept,
      ownHosts,
      subscriptions,
      clientOf,
      canMail,
    }),
  )
}
