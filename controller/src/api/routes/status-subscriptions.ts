import formbody from '@fastify/formbody'
import { AppError } from '@sightline/shared/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Directory } from '../../status-pages/directory.ts'
import type { KeptPages } from '../../status-pages/kept-pages.ts'
import type { Subscriptions } from '../../status-pages/subscribers/subscribe.ts'
import type { OwnHosts } from '../own-hosts.ts'
import type { Page } from '../pages/page.ts'
import { sendPage } from '../pages/page.ts'
import { noStatusPage } from '../pages/status-page/index-page.ts'
import { policyOf, statusMessageHtml } from '../pages/status-page/status-page.ts'
import {
  askedPage,
  confirmPage,
  leavePage,
  leftPage,
  noAddressPage,
  tooOftenPage,
} from '../pages/status-page/subscription-pages.ts'
import { textOf, tokenOf } from '../pages/text-of.ts'
import type { ClientOf } from '../sign-in-client.ts'

const OWN_PAGE = { access: { area: 'open' }, cors: false } as const
const HIDDEN = { hide: true } as const

const Path = z.object({ slug: z.string() })

/** What readers of a status page do about its mails works with. */
interface Parts {
  readonly directory: Directory
  readonly kept: KeptPages
  readonly ownHosts: OwnHosts
  readonly subscriptions: Subscriptions
  readonly clientOf: ClientOf
  /** false: this installation sends no mail. */
  readonly canMail: boolean
}

/** Asking for mails about a status page, confirming that, and leaving. None of it needs a script. Following a mailed
 *  link changes nothing, as programs that look through mail follow links too: the button does, and the one click of
 *  a mail program (RFC 8058). */
export async function addStatusSubscriptionRoutes(
  app: FastifyInstance,
  { directory, kept, ownHosts, subscriptions, clientOf, canMail }: Parts,
): Promise<void> {
  await app.register(formbody)
  const options = { config: OWN_PAGE, schema: HIDDEN }

  /** Sends it in the frame of the status page, if there is one still. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    message: Page,
  ): Promise<FastifyReply> {
    const { slug } = Path.parse(request.params)
    const entry = await directory.find(slug)
    const page = entry === null ? null : await kept.get(entry.id)
    if (page === null) return sendPage(reply, status, message)
    const base = ownHosts.has(request.raw) ? '' : `/status/${slug}`
    return reply
      .code(status)
      .headers({
        'Content-Security-Policy': policyOf(page.status.color),
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(statusMessageHtml(page.status, { base, canSubscribe: canMail }, message))
  }

  app.post('/status/:slug/subscribe', options, async (request, reply) => {
    refuseOtherSites(request)
    const entry = await directory.find(Path.parse(request.params).slug)
    if (entry === null || !canMail) {
      return sendPage(reply, 404, noStatusPage(ownHosts.has(request.raw)))
    }
    const { id: pageId, workspaceId } = entry
    const { ip } = clientOf(request)
    try {
      const isAddress = await subscriptions.ask(textOf(request.body, 'email'), {
        pageId,
        workspaceId,
        ip,
      })
      return await send(
        request,
        reply,
        isAddress ? 200 : 400,
        isAddress ? askedPage() : noAddressPage(),
      )
    } catch (error: unknown) {
      if (!(error instanceof AppError) || error.code !== 'tooManyRequests') throw error
      void reply.headers(error.headers)
      return send(request, reply, 429, tooOftenPage(error.message))
    }
  })

  app.get('/status/:slug/confirm', options, async (request, reply) => {
    const token = tokenOf(request.query)
    const link = await subscriptions.readLink(token)
    return send(request, reply, STATUS[link.state], confirmPage(token, link))
  })

  app.post('/status/:slug/confirm', options, async (request, reply) => {
    const token = tokenOf(request.body)
    const link = await subscriptions.confirm(token)
    return send(request, reply, STATUS[link.state], confirmPage(token, link))
  })

  app.get('/status/:slug/unsubscribe', options, async (request, reply) => {
    const token = tokenOf(request.query)
    const email = await subscriptions.findToLeave(token)
    return send(request, reply, 200, email === null ? leftPage() : leavePage(token, email))
  })

  app.post('/status/:slug/unsubscribe', options, async (request, reply) => {
    // A mail program sends the address of the link, our form its field.
    const token = tokenOf(request.query) || tokenOf(request.body)
    await subscriptions.leave(token)
    return send(request, reply, 200, leftPage())
  })
}

const STATUS = { usable: 200, confirmed: 200, expired: 410, full: 409, unknown: 404 } as const

/** What a page of another site makes a browser send: nobody meant to ask. */
function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== 'cross-site') return
  throw new AppError(
    'forbidden',
    'This came from another site: subscribe on the status page itself.',
  )
}
