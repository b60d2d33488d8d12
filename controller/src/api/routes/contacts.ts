import { z } from 'zod'
import { ContactChange, ContactCreation } from '../../alerting/contacts/contact-input.ts'
import type { ContactService } from '../../alerting/contacts/contact-service.ts'
import { MAX_CONTACTS } from '../../alerting/contacts/contact-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { ContactAnswer, ContactList, ContactTest, PushKey } from '../schemas/contact.ts'
import { Deleted } from '../schemas/monitor.ts'
import { NoBody } from '../schemas/no-body.ts'
import { paging } from '../schemas/parameters.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const
const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const
const COMMON = { tags: ['Alerting'], security: [{ apiKey: [] }] }

const MAX_PER = 200

const ContactPath = z.object({
  id: z.string().meta({ description: 'Id of the contact.', example: 'ctc_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})

const BrowserPath = ContactPath.extend({
  browserId: z
    .string()
    .meta({ description: 'Id of the browser.', example: 'brw_x2Vn9XbQ4mT1yKz8Lp7H' }),
})

/** Alert contacts: people alerted without a login. Source: decisions, section 7 */
export function addContactRoutes(app: Api, contacts: ContactService): void {
  app.get(
    '/api/v1/alerting/contacts',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'List alert contacts',
        description: 'Newest first.',
        operationId: 'listContacts',
        querystring: z.object(paging(MAX_PER)),
        response: { 200: ContactList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per } = request.query
      const found = await contacts.list(actorOf(request).workspaceId, {
        limit: per,
        offset: (page - 1) * per,
      })
      return { total: found.total, page, per, contacts: found.contacts, usage: usage(request) }
    },
  )

  app.post(
    '/api/v1/alerting/contacts',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Create an alert contact',
        description: `Needs a name that no other contact has (in any case) and at least one way to be reached. An address that leads to a private, local or otherwise blocked address is refused. At most ${MAX_CONTACTS} in a workspace. Where its e-mail address has to be confirmed (emailConfirmed: false), a link is mailed to it, and a test mails another.`,
        operationId: 'createContact',
        body: ContactCreation,
        response: { 201: ContactAnswer, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const contact = await contacts.create(actorOf(request).workspaceId, request.body)
      return reply.code(201).send({ contact, usage: usage(request) })
    },
  )

  app.get(
    '/api/v1/alerting/contacts/:id',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'Read one alert contact',
        operationId: 'readContact',
        params: ContactPath,
        response: { 200: ContactAnswer, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      contact: await contacts.get(actorOf(request).workspaceId, request.params.id),
      usage: usage(request),
    }),
  )

  app.patch(
    '/api/v1/alerting/contacts/:id',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Change an alert contact',
        description:
          'Any subset of the fields: null takes a channel away, "***" leaves a secret as it is. A changed address has to be tested anew: verified becomes false; a changed e-mail address is mailed a link where it has to be confirmed.',
        operationId: 'changeContact',
        params: ContactPath,
        body: ContactChange,
        response: { 200: ContactAnswer, ...errors(400, 404, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      contact: await contacts.change(actorOf(request).workspaceId, request.params.id, request.body),
      usage: usage(request),
    }),
  )

  app.delete(
    '/api/v1/alerting/contacts/:id',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Delete an alert contact',
        description:
          'It is taken out of every monitor and team that names it. What it was sent stays in the history.',
        operationId: 'deleteContact',
        params: ContactPath,
        response: { 200: Deleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      await contacts.remove(actorOf(request).workspaceId, request.params.id)
      return { deleted: true as const, id: request.params.id, usage: usage(request) }
    },
  )

  app.post(
    '/api/v1/alerting/contacts/:id/test',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Send a test alert to a contact',
        description:
          'Sends one message on every channel now, and says what each answered. When all of them took it, the contact is verified. PagerDuty gets an incident that is resolved at once. An e-mail address that waits to be confirmed gets a new link instead, and its result says so. At most 5 tests of a contact in 10 minutes and 30 of a workspace in an hour (429), and 3 links to an address in an hour.',
        operationId: 'testContact',
        params: ContactPath,
        body: NoBody,
        response: { 200: ContactTest, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { workspaceId } = actorOf(request)
      const results = await contacts.test(workspaceId, request.params.id)
      return { results, usage: usage(request) }
    },
  )

  app.delete(
    '/api/v1/alerting/contacts/:id/browsers/:browserId',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Take a browser away from a contact',
        description:
          'It shows no more alerts of this contact. The last one of a contact that has no other way to be reached stays (409): delete the contact.',
        operationId: 'deleteContactBrowser',
        params: BrowserPath,
        response: { 200: ContactAnswer, ...errors(404, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id, browserId } = request.params
      const contact = await contacts.removeBrowser(actorOf(request).workspaceId, id, browserId)
      return { contact, usage: usage(request) }
    },
  )

  app.get(
    '/api/v1/alerting/push-key',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'Read the key that browsers subscribe with',
        description:
          'For web push (RFC 8292). A browser subscribes with it, and what it is given is added to a contact as "browsers".',
        operationId: 'readPushKey',
        response: { 200: PushKey, ...KEYED_ERRORS },
      },
    },
    async (request) => ({ publicKey: await contacts.pushKey(), usage: usage(request) }),
  )
}
