import formbody from '@fastify/formbody'
import { AppError } from '@sightline/shared/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isPasswordLinkUsable } from '../../accounts/password-link.ts'
import type { SignIn } from '../../accounts/sign-in/sign-in.ts'
import { Password } from '../../accounts/sign-up.ts'
import type { Database } from '../../db/pool.ts'
import { sendPage } from '../pages/page.ts'
import { passwordSetPage, resetGonePage, resetPasswordPage } from '../pages/reset-password-page.ts'
import { textOf, tokenOf } from '../pages/text-of.ts'
import type { ClientOf } from '../sign-in-client.ts'

const OWN_PAGE = { access: { area: 'open' }, cors: false } as const
const HIDDEN_ROUTE = { hide: true } as const

/** The page behind a mailed link: looking at it changes nothing, and says whether the link works before anybody thinks
 *  of a password. */
export async function addResetPasswordPage(
  app: FastifyInstance,
  parts: {
    readonly db: Database
    readonly signIn: SignIn
    readonly clientOf: ClientOf
    readonly canMail: boolean
    readonly now: () => Date
  },
): Promise<void> {
  const { db, signIn, clientOf, now } = parts
  await app.register(formbody)
  const options = { config: OWN_PAGE, schema: HIDDEN_ROUTE }

  const sendGone = (reply: FastifyReply) => sendPage(reply, 410, resetGonePage(parts.canMail))

  app.get('/reset-password', options, async (request, reply) => {
    const token = tokenOf(request.query)
    if (!(await isPasswordLinkUsable(db, token, now()))) return sendGone(reply)
    return sendPage(reply, 200, resetPasswordPage(token, undefined))
  })

  app.post('/reset-password', options, async (request, reply) => {
    const token = tokenOf(request.body)
    if (!(await isPasswordLinkUsable(db, token, now()))) return sendGone(reply)
    const parsed = Password.safeParse(textOf(request.body, 'password'))
    if (!parsed.success) {
      const message = parsed.error.issues[0]?.message
      return sendPage(reply, 400, resetPasswordPage(token, message))
    }
    try {
      const body = { token, newPassword: parsed.data }
      await signIn.ask({ method: 'POST', path: '/reset-password', body, client: clientOf(request) })
      return sendPage(reply, 200, passwordSetPage())
    } catch (error: unknown) {
      // Used since.
      if (error instanceof AppError && error.status === 400) return sendGone(reply)
      throw error
    }
  })
}
