import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readSignUpLink, signUp, SignUpForm } from '../../accounts/sign-up.ts'
import type { Database } from '../../db/pool.ts'
import { sendPage } from '../pages/page.ts'
import type { SignUpDraft } from '../pages/sign-up-page.ts'
import { linkGonePage, signedUpPage, signUpForm } from '../pages/sign-up-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** false: scripts of other sites may not read the answer. */
    cors?: false
  }
}

const OWN_PAGE = { access: { area: 'open' }, cors: false } as const
const HIDDEN_ROUTE = { hide: true } as const
const EMPTY: SignUpDraft = { email: '', name: '', errors: {} }

/** A field of a query or form; one sent twice, or not at all, is empty. */
function textOf(source: unknown, name: string): string {
  const value = (source as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/** The page behind the one-time sign-up link. Source: decisions, section 3
 *  @param baseUrl the address people reach this installation at */
export async function addSignUpRoutes(
  app: FastifyInstance,
  deps: { db: Database; now: () => Date; baseUrl: (request: FastifyRequest) => string },
): Promise<void> {
  const { db, now, baseUrl } = deps
  await app.register(formbody)

  app.get('/sign-up', { config: OWN_PAGE, schema: HIDDEN_ROUTE }, async (request, reply) => {
    const token = textOf(request.query, 'token')
    const state = await readSignUpLink(db, token)
    if (state === 'usable') return sendPage(reply, 200, signUpForm(token, EMPTY))
    return sendPage(reply, state === 'used' ? 410 : 404, linkGonePage(state))
  })

  app.post('/sign-up', { config: OWN_PAGE, schema: HIDDEN_ROUTE }, async (request, reply) => {
    const token = textOf(request.body, 'token')
    const typed = {
      email: textOf(request.body, 'email'),
      name: textOf(request.body, 'name'),
      password: textOf(request.body, 'password'),
    }
    const parsed = SignUpForm.safeParse(typed)
    if (!parsed.success) {
      const state = await readSignUpLink(db, token)
      if (state !== 'usable')
        return sendPage(reply, state === 'used' ? 410 : 404, linkGonePage(state))
      const errors: SignUpDraft['errors'] = Object.fromEntries(
        parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
      )
      return sendPage(reply, 400, signUpForm(token, { ...typed, errors }))
    }
    const obstacle = await signUp(db, token, parsed.data, now())
    if (obstacle === 'emailTaken') {
      const errors = { email: 'Another account has this e-mail address.' }
      return sendPage(reply, 400, signUpForm(token, { ...typed, errors }))
    }
    if (obstacle === 'linkGone') {
      const state = await readSignUpLink(db, token)
      return sendPage(
        reply,
        state === 'unknown' ? 404 : 410,
        linkGonePage(state === 'unknown' ? 'unknown' : 'used'),
      )
    }
    return sendPage(reply, 200, signedUpPage(parsed.data.email, baseUrl(request)))
  })
}
