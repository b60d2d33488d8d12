import formbody from '@fastify/formbody'
import { AppError } from '@sightline/shared/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EmailChanges } from '../../accounts/email-change.ts'
import type { SessionCookies } from '../../accounts/sign-in/session-cookie.ts'
import { findSessionPerson } from '../../db/person-sessions.ts'
import type { Database } from '../../db/pool.ts'
import { confirmEmailPage, emailConfirmedPage } from '../pages/confirm-email-page.ts'
import { sendPage } from '../pages/page.ts'
import { tokenOf } from '../pages/text-of.ts'
import type { PublicUrl } from '../same-origin.ts'
import { requireSameOrigin } from '../same-origin.ts'

const OWN_PAGE = { access: { area: 'open' }, cors: false } as const
const HIDDEN_ROUTE = { hide: true } as const

/** The page behind a link that was mailed to a new address: looking at it changes nothing. */
export async function addConfirmEmailPage(
  app: FastifyInstance,
  parts: {
    readonly db: Database
    readonly emailChanges: EmailChanges
    readonly cookies: Pick<SessionCookies, 'read'>
    readonly publicUrl: PublicUrl
    readonly now: () => Date
  },
): Promise<void> {
  const { db, emailChanges, cookies, now } = parts
  await app.register(formbody)
  const options = { config: OWN_PAGE, schema: HIDDEN_ROUTE }

  async function whoIsIn(request: FastifyRequest): Promise<number | null> {
    const token = cookies.read(request.headers.cookie)
    return token === null ? null : findSessionPerson(db, token, now())
  }

  async function show(reply: FastifyReply, token: string, personId: number | null) {
    const link = await emailChanges.read(token)
    const isTheirs = link.state === 'usable' && link.personId === personId
    const status = link.state === 'gone' ? 410 : 200
    return sendPage(reply, status, confirmEmailPage(link, { token, isTheirs }))
  }

  app.get('/confirm-email', options, async (request, reply) =>
    show(reply, tokenOf(request.query), await whoIsIn(request)),
  )

  app.post('/confirm-email', options, async (request, reply) => {
    const token = tokenOf(request.body)
    requireSameOrigin(request, parts.publicUrl)
    const personId = await whoIsIn(request)
    if (personId === null) return show(reply, token, null)
    try {
      const { email } = await emailChanges.confirm(token, personId)
      return sendPage(reply, 200, emailConfirmedPage(email))
    } catch (error: unknown) {
      // Used, over, or another account's: the page says which.
      if (error instanceof AppError && error.status === 400) return show(reply, token, personId)
      throw error
    }
  })
}
