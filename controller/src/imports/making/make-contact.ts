import { ContactCreation } from '../../alerting/contacts/contact-input.ts'
import { parseBody } from '../parse-body.ts'
import type { MakeThing } from './maker.ts'

/** An alert contact; it is another's already when the workspace has one of its name. */
export const makeContact: MakeThing = async ({ context, actor, isDryRun, contacts }, { body }) => {
  const input = parseBody(ContactCreation, body)
  const name = input.name.toLowerCase()
  const holder = contacts.get(name)
  if (holder !== undefined) {
    const reason = `The workspace has an alert contact named "${input.name}" already: it stays as it is.`
    return { outcome: 'duplicate', id: holder, reason }
  }
  if (isDryRun) {
    await context.contacts.check(input)
    contacts.set(name, null)
    return { outcome: 'toMake' }
  }
  const { id, webhookSecret } = await context.contacts.create(actor.workspaceId, input)
  contacts.set(name, id)
  const isMade = webhookSecret !== null && webhookSecret !== '***'
  return { outcome: 'made', id, shownOnce: isMade ? { webhookSecret } : null }
}
