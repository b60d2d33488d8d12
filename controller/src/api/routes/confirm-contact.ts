import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ConfirmationLink } from '../../alerting/contacts/confirm-address.ts'
import { confirmAddress, readConfirmationLink } from '../../alerting/contacts/confirm-address.ts'
import type { Database } from '../../db/pool.ts'
import { confirmContactPage } from '../pages/confirm-contact-page.ts'
import { sendPage } from '../pages/page.ts'
import { tokenOf } from '../pages/text-of.ts'

const OWN_PAGE = { access: { area: 'open' }, cors: false } as const
const HIDDEN_ROUTE = { hide: true } as const

const STATUS = {
  usable: 200,
  confirmed: 200,
  expired: 410,
  changed: 410,
  unknown: 404,
} as const satisfies Record<ConfirmationLink['state'], number>

/** The page behind the link that an alert contact gets by mail: looking at it changes nothing. */
export async function addConfirmContactRoutes(
  app: FastifyInstance,
  { db, now }: { db: Database; now: () => Date },
): Promise<void> {
  await app.register(formbody)

  const options = { config: OWN_PAGE, schema: HIDDEN_ROUTE }
  const answer = (reply: FastifyReply, token: string, link: ConfirmationLink) =>
    sendPage(reply, STATUS[link.state], confirmContactPage(token, link))

  app.get('/confirm-contact', options, async (request, reply) => {
    const token = tokenOf(request.query)
    return answer(reply, token, await readConfirmationLink(db, token, now()))
  })

  app.post('/confirm-contact', options, async (request, reply) => {
    const token = tokenOf(request.body)
    return answer(reply, token, await confirmAddress(db, token, now()))
  })
}
