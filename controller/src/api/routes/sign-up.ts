import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readSignUpLink, signUp, SignUpForm } from '../../accounts/sign-up.ts'
import type { SignIn } from '../../accounts/sign-in/sign-in.ts'
import type { Database } from '../../db/pool.ts'
import type { ClientOf } from '../sign-in-client.ts'
import { sendPage } from '../pages/page.ts'
import type { LinkGone, SignUpDraft } from '../pages/sign-up-page.ts'
import { linkGonePage, signedUpPage, signUpForm } from '../pages/sign-up-page.ts'
import { textOf, tokenOf } from '../pages/text-of.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** false: scripts of other sites may not read the answer. */
    cors?: false
  }
}

const OWN_PAGE = { access: { area: 'open' }, cors: false } as const
const HIDDEN_ROUTE = { hide: true } as const
const EMPTY: SignUpDraft = { email: '', name: '', errors: {} }

/** The page behind the one-time sign-up link. Source: decisions, section 3
 *  @param deps.publicUrl the address people reach this installation at */
export async function addSignUpRoutes(
  app: FastifyInstance,
  deps: {
    db: Database
    now: () => Date
    publicUrl: () => string
    signIn: SignIn
    clientOf: ClientOf
    /** Where the app begins; null: there is none, and a page says what comes next. */
    firstPage: string | null
  },
): Promise<void> {
  const { db, now, publicUrl } = deps
  await app.register(formbody)

  /** The form, or why the link does not show one. */
  async function showForm(reply: FastifyReply, token: string, status: number, draft: SignUpDraft) {
    const link = await readSignUpLink(db, token, now())
    if (link.state !== 'usable') return sendGone(reply, link.state)
    return sendPage(reply, status, signUpForm(token, link.expiresAt, draft))
  }

  app.get('/sign-up', { config: OWN_PAGE, schema: HIDDEN_ROUTE }, async (request, reply) => {
    const token = tokenOf(request.query)
    return showForm(reply, token, 200, EMPTY)
  })

  app.post('/sign-up', { config: OWN_PAGE, schema: HIDDEN_ROUTE }, async (request, reply) => {
    const token = tokenOf(request.body)
    const typed = {
      email: textOf(request.body, 'email'),
      name: textOf(request.body, 'name'),
      password: textOf(request.body, 'password'),
    }
    const parsed = SignUpForm.safeParse(typed)
    if (!parsed.success) {
      const errors: SignUpDraft['errors'] = Object.fromEntries(
        parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
      )
      return showForm(reply, token, 400, { ...typed, errors })
    }
    const obstacle = await signUp(db, token, parsed.data, now())
    if (obstacle === 'emailTaken') {
      const errors = { email: 'Another account has this e-mail address.' }
      return showForm(reply, token, 400, { ...typed, errors })
    }
    if (obstacle === 'linkGone') {
      const { state } = await readSignUpLink(db, token, now())
      // Usable a moment ago, and now: another request had it and gave it back.
      return sendGone(reply, state === 'usable' ? 'used' : state)
    }
    const { email, password } = parsed.data
    const { cookies } = await deps.signIn.ask({
      method: 'POST',
      path: '/sign-in/email',
      body: { email, password },
      client: deps.clientOf(request),
    })
    void reply.header('Set-Cookie', [...cookies])
    if (deps.firstPage !== null) return reply.redirect(deps.firstPage, 303)
    return sendPage(reply, 200, signedUpPage(email, publicUrl()))
  })
}

function sendGone(reply: FastifyReply, why: LinkGone): FastifyReply {
  return sendPage(reply, why === 'unknown' ? 404 : 410, linkGonePage(why))
}
