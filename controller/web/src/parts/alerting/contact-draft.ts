import type { ChannelName } from '../../../../src/alerting/channels/index.ts'
import type { Contact } from '../../data/wire.ts'
import { changedFields } from '../changed-fields.ts'
import type { Tree } from '../monitor-form/paths.ts'
import { valueAt } from '../monitor-form/paths.ts'
import { CHANNEL_ORDER, CHANNEL_WORDS } from '../../words/channels.ts'

/** What the API shows of a secret, and takes for "as it is". */
const KEPT = '***'

/** What is typed, by path; of secrets that are kept nothing. */
export interface ContactDraft {
  readonly name: string
  readonly channels: readonly ChannelName[]
  readonly values: Readonly<Record<string, string>>
  /** Paths of secrets that are to go. */
  readonly taken: readonly string[]
}

/** What is to be typed over; of secrets nothing. */
function textAt(contact: Contact, path: string): string {
  const value = valueAt(contact, path)
  return typeof value === 'string' && value !== KEPT ? value : ''
}

/** Whether there is a secret that nobody can read. @param contact null: a new one */
export const isKept = (contact: Contact | null, path: string): boolean =>
  valueAt(contact, path) === KEPT

/** @param contact null: a new one */
export function draftOf(contact: Contact | null): ContactDraft {
  if (contact === null) return { name: '', channels: ['email'], values: {}, taken: [] }
  const paths = contact.channels.flatMap((channel) => CHANNEL_WORDS[channel].fields)
  return {
    name: contact.name,
    channels: contact.channels,
    values: Object.fromEntries(paths.map(({ path }) => [path, textAt(contact, path)])),
    taken: [],
  }
}

/** The body that makes a contact what the draft says; of one that is there only what was changed. Pure. */
export function bodyOf(draft: ContactDraft, before: Contact | null): Tree {
  const body = wholeOf(draft, before)
  return before === null ? body : changedFields(body, wholeOf(draftOf(before), before))
}

/** E-mail is ticked to begin with: who ticks another and types no address wants the other. */
const isLeftOver = (channel: ChannelName, { channels }: ContactDraft): boolean =>
  channel === 'email' && channels.length > 1

/** Channels that were taken off are null, secrets that were not typed anew are left as they are. */
function wholeOf(draft: ContactDraft, before: Contact | null): Tree {
  const body: Record<string, unknown> = { name: draft.name }
  for (const channel of CHANNEL_ORDER) {
    const had = before?.channels.includes(channel) ?? false
    for (const [index, { path, isSecret = false }] of CHANNEL_WORDS[channel].fields.entries()) {
      const [field = path, inner] = path.split('.')
      if (!draft.channels.includes(channel)) {
        if (had) body[field] = null
        continue
      }
      const typed = (draft.values[path] ?? '').trim()
      const value = typed === '' ? (isSecret && had ? KEPT : undefined) : typed
      if (typed === '' && draft.taken.includes(path)) body[field] = null
      else if (inner === undefined) {
        // What was emptied goes; what was never there is not named, but for the field that a channel cannot be without:
        // so the refusal stands there.
        if (value !== undefined) body[field] = value
        else if (had && !isSecret) body[field] = null
        else if (index === 0 && !isLeftOver(channel, draft)) body[field] = ''
      } else body[field] = { ...(body[field] as object | undefined), [inner]: value ?? '' }
    }
  }
  return body
}
