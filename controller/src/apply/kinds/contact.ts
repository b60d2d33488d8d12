import { CHANNEL_FIELDS, CHANNEL_NAMES, CHANNELS } from '../../alerting/channels/index.ts'
import type { ContactField } from '../../alerting/channels/channel.ts'
import { changeAddresses } from '../../alerting/contacts/change-addresses.ts'
import type { Addresses } from '../../alerting/contacts/contact-addresses.ts'
import { openAddresses, readableAddresses } from '../../alerting/contacts/contact-addresses.ts'
import type { ContactCreationInput } from '../../alerting/contacts/contact-input.ts'
import { ContactCreation } from '../../alerting/contacts/contact-input.ts'
import { MAX_CONTACTS } from '../../alerting/contacts/contact-service.ts'
import { listContacts } from '../../db/contacts.ts'
import { parseBody } from '../../imports/parse-body.ts'
import { freeContactName } from '../../db/unique-values.ts'
import type { Thing } from '../plan/plan-entries.ts'
import type { Kind } from './kind.ts'
import { pick } from './kind.ts'

interface ContactThing extends Thing {
  readonly addresses: Addresses
}

/** Fields that mean the same everywhere; browsers, which subscribe themselves, stay as they are. */
const DECLARED = Object.entries<ContactField>(CHANNEL_FIELDS)
  .filter(([, { staysHere }]) => staysHere !== true)
  .map(([name]) => name)

/** Made here where nobody says it, and kept then. */
const MADE_HERE: ReadonlySet<string> = new Set(['webhookSecret'])

function fieldsOf(name: string, addresses: Addresses): Record<string, unknown> {
  const shown: object[] = CHANNEL_NAMES.map((channel) => {
    const address: object | undefined = addresses[channel]
    return CHANNELS[channel].show(address && { ...address })
  })
  const all = Object.assign({}, ...shown) as Record<string, unknown>
  return { name, ...pick(all, new Set(DECLARED)) }
}

function toldOf(name: string, addresses: Addresses) {
  return { open: fieldsOf(name, addresses), shown: fieldsOf(name, readableAddresses(addresses)) }
}

/** Alert contacts. */
export const CONTACT: Kind<ContactThing, ContactCreationInput> = {
  async read({ context, actor: { workspaceId } }) {
    const rows = await listContacts(context.db, workspaceId, { limit: MAX_CONTACTS, offset: 0 })
    return rows.map(({ publicId: id, name, addresses: stored }) => {
      const addresses = openAddresses(context.secretBox, { workspaceId, id }, stored)
      const sign = name.toLowerCase()
      return { kind: 'contact', id, name, sign, addresses, ...toldOf(name, addresses) }
    })
  },
  signOf: (_, { name }) => (typeof name === 'string' ? name.trim().toLowerCase() : null),
  wish(_, body, thing) {
    const said = parseBody(ContactCreation, body)
    const unsaid = DECLARED.filter((name) => !Object.hasOwn(body, name) && !MADE_HERE.has(name))
    const input = { ...Object.fromEntries(unsaid.map((name) => [name, null])), ...said }
    const { addresses } = changeAddresses(thing?.addresses ?? {}, input)
    return { input, ...toldOf(input.name, addresses) }
  },
  async prepare({ context }, input) {
    await context.contacts.check(input)
    return input
  },
  async create({ context, actor }, input) {
    const { id, webhookSecret } = await context.contacts.create(actor.workspaceId, input)
    const isMade = webhookSecret !== null && webhookSecret !== '***'
    return { id, shownOnce: isMade ? { webhookSecret } : null }
  },
  async change({ context, actor }, { id }, input, fields) {
    await context.contacts.change(actor.workspaceId, id, pick(input, fields))
  },
  async remove({ context, actor }, things) {
    for (const { id } of things) await context.contacts.remove(actor.workspaceId, id)
  },
  async makeRoom({ context, actor: { workspaceId } }, { id }, fields) {
    if (fields.has('name')) await freeContactName(context.db, workspaceId, id)
  },
}
