import formbody from '@fastify/formbody'
import { AppError } from '@sightline/shared/errors'
import type { FastifyInstance } from 'fastify'
import type { SignIn } from '../../accounts/sign-in/sign-in.ts'
import { Password } from '../../accounts/sign-up.ts'
import { sendPage } from '../pages/page.ts'
import { passwordSetPage, resetGonePage, resetPasswordPage } from '../pages/reset-password-page.ts'
import { textOf, tokenOf } from '../pages/text-of.ts'
import type { ClientOf } from '../sign-in-client.ts'

const OWN_PAGE = { access: { area: 'open' }, cors: false } as const
const HIDDEN_ROUTE = { hide: true } as const

/** The page behind a mailed link: looking at it changes nothing. */
export async function addResetPasswordPage(
  app: FastifyInstance,
  { signIn, clientOf }: { signIn: SignIn; clientOf: ClientOf },
): Promise<void> {
  await app.register(formbody)
  const options = { config: OWN_PAGE, schema: HIDDEN_ROUTE }

  app.get('/reset-password', options, async (request, reply) =>
    sendPage(reply, 200, resetPasswordPage(tokenOf(request.query), undefined)),
  )

  app.post('/reset-password', options, async (request, reply) => {
    const token = tokenOf(request.body)
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
      if (error instanceof AppError && error.status === 400) {
        return sendPage(reply, 410, resetGonePage())
      }
      throw error
    }
  })
}
