import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { ConfirmationLink } from '../../alerting/contacts/confirm-address.ts'
import { confirmAddress, readConfirmationLink } from '../../alerting/contacts/confirm-address.ts'
import type { Database } from '../../db/pool.ts'
import { confirmContactPage } from '../pages/confirm-contact-page.ts'
import { sendPage } from '../pages/page.ts'
import { textOf } from '../pages/text-of.ts'

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

  app.get(
    '/confirm-contact',
    { config: OWN_PAGE, schema: HIDDEN_ROUTE },
    async (request, reply) => {
      const token = textOf(request.query, 'token')
      const link = await readConfirmationLink(db, token, now())
      return sendPage(reply, STATUS[link.state], confirmContactPage(token, link))
    },
  )

  app.post(
    '/confirm-contact',
    { config: OWN_PAGE, schema: HIDDEN_ROUTE },
    async (request, reply) => {
      const token = textOf(request.body, 'token')
      const link = await confirmAddress(db, token, now())
      return sendPage(reply, STATUS[link.state], confirmContactPage(token, link))
    },
  )
}
