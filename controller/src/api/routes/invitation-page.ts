import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { InvitationLink, Invitations } from '../../accounts/invitations.ts'
import type { SessionCookies } from '../../accounts/sign-in/session-cookie.ts'
import type { SignIn } from '../../accounts/sign-in/sign-in.ts'
import { Password, PersonName } from '../../accounts/sign-up.ts'
import { readPersonById } from '../../db/people.ts'
import { findSessionPerson } from '../../db/person-sessions.ts'
import type { Database } from '../../db/pool.ts'
import type { InvitationDraft } from '../pages/invitation-page.ts'
import { invitationPage, joinedPage } from '../pages/invitation-page.ts'
import { sendPage } from '../pages/page.ts'
import { textOf, tokenOf } from '../pages/text-of.ts'
import type { PublicUrl } from '../same-origin.ts'
import { requireSameOrigin } from '../same-origin.ts'
import type { ClientOf } from '../sign-in-client.ts'

const OWN_PAGE = { access: { area: 'open' }, cors: false } as const
const HIDDEN_ROUTE = { hide: true } as const
const EMPTY: InvitationDraft = { name: '', errors: {} }

const STATUS = {
  usable: 200,
  used: 410,
  expired: 410,
  lapsed: 410,
  unknown: 404,
} as const satisfies Record<InvitationLink['state'], number>

const Form = z.object({ name: PersonName, password: Password })

/** What the page works with. */
export interface InvitationPageParts {
  readonly db: Database
  readonly invitations: Invitations
  readonly signIn: SignIn
  readonly cookies: Pick<SessionCookies, 'read'>
  readonly clientOf: ClientOf
  readonly publicUrl: PublicUrl
  readonly now: () => Date
}

/** The page behind an invitation: looking at it changes nothing. */
export async function addInvitationPage(
  app: FastifyInstance,
  parts: InvitationPageParts,
): Promise<void> {
  const { db, invitations, signIn, cookies, clientOf, now } = parts
  await app.register(formbody)
  const options = { config: OWN_PAGE, schema: HIDDEN_ROUTE }

  async function whoIsIn(request: FastifyRequest): Promise<number | null> {
    const token = cookies.read(request.headers.cookie)
    return token === null ? null : findSessionPerson(db, token, now())
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { token: string; draft: InvitationDraft; status?: number },
  ) {
    const { token, draft } = asked
    const link = await invitations.read(token)
    const personId = await whoIsIn(request)
    const person = personId === null ? null : await readPersonById(db, personId)
    const isTheirs = link.state !== 'unknown' && person?.email === link.email
    const status = link.state === 'usable' ? (asked.status ?? 200) : STATUS[link.state]
    return sendPage(reply, status, invitationPage(link, { token, draft, isTheirs }))
  }

  app.get('/invitation', options, async (request, reply) =>
    show(request, reply, { token: tokenOf(request.query), draft: EMPTY }),
  )

  app.post('/invitation', options, async (request, reply) => {
    const token = tokenOf(request.body)
    const link = await invitations.read(token)
    if (link.state !== 'usable') return show(request, reply, { token, draft: EMPTY })
    if (link.hasAccount) {
      requireSameOrigin(request, parts.publicUrl)
      const personId = await whoIsIn(request)
      if (personId === null) return show(request, reply, { token, draft: EMPTY, status: 401 })
      await invitations.acceptAs(token, personId)
      return sendPage(reply, 200, joinedPage())
    }
    const typed = { name: textOf(request.body, 'name'), password: textOf(request.body, 'password') }
    const parsed = Form.safeParse(typed)
    if (!parsed.success) {
      const draft = { name: typed.name, errors: errorsOf(parsed.error) }
      return show(request, reply, { token, draft, status: 400 })
    }
    const email = await invitations.acceptAnew(token, parsed.data)
    const { cookies: sent } = await signIn.ask({
      method: 'POST',
      path: '/sign-in/email',
      body: { email, password: parsed.data.password },
      client: clientOf(request),
    })
    void reply.header('Set-Cookie', [...sent])
    return sendPage(reply, 200, joinedPage())
  })
}

/** The first sentence of each field. */
export function errorsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
  )
}
