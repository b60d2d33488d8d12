import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contact } from '../../data/wire.ts'
import { contactsQuery, saveContact } from '../../data/alerting.ts'
import { formErrors } from '../../data/field-errors.ts'
import { CHANNEL_ORDER, CHANNEL_WORDS } from '../../words/channels.ts'
import { FormButtons } from '../controls/form-buttons.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { Form } from '../controls/form.tsx'
import { SecretField } from '../controls/secret-field.tsx'
import { Select } from '../controls/select.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { bodyOf, draftOf, isKept } from './contact-draft.ts'

const PATHS = new Set(
  CHANNEL_ORDER.flatMap((name) => CHANNEL_WORDS[name].fields.map((f) => f.path)),
)

/** @param contact null: a new one
 *  @param onSaved with the key of a webhook's signature when one was made, which is shown this once */
export function ContactForm({
  contact,
  onSaved,
  onClose,
}: {
  contact: Contact | null
  onSaved: (contact: Contact, secret: string | null) => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(contact))
  const save = useMutation({
    mutationFn: () => saveContact(contact?.id ?? null, bodyOf(draft, contact)),
    async onSuccess(saved) {
      await queries.invalidateQueries({ queryKey: contactsQuery.queryKey })
      const secret = saved.webhookSecret
      onSaved(saved, secret !== null && secret !== '***' ? secret : null)
    },
  })
  const errors = formErrors(save.error, (path) => path === 'name' || PATHS.has(path))
  return (
    <Form className="space-y-5" isPending={save.isPending} onSend={() => save.mutate()}>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        placeholder="On call"
        error={errors.of('name')}
        autoFocus
      />
      <fieldset>
        <legend className="mb-2 text-sm font-medium">Tell it by</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {CHANNEL_ORDER.map((channel) => (
            <Checkbox
              key={channel}
              isSelected={draft.channels.includes(channel)}
              onChange={(isOn) =>
                setDraft({
                  ...draft,
                  channels: isOn
                    ? [...draft.channels, channel]
                    : draft.channels.filter((other) => other !== channel),
                })
              }
            >
              {CHANNEL_WORDS[channel].title}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      {CHANNEL_ORDER.filter((channel) => draft.channels.includes(channel)).map((channel) => (
        <div key={channel} className="space-y-3">
          {CHANNEL_WORDS[channel].fields.map(
            ({ path, label, hint, placeholder = '', choices, isSecret, taking }) => {
              const value = draft.values[path] ?? ''
              const shared = {
                label: channel === 'email' ? label : `${CHANNEL_WORDS[channel].title}: ${label}`,
                hint,
                onChange: (next: string) =>
                  setDraft({ ...draft, values: { ...draft.values, [path]: next } }),
                error: errors.of(path),
              }
              if (choices !== undefined) {
                const chosen = value === '' ? choices[0].value : value
                return <Select {...shared} key={path} choices={choices} value={chosen} />
              }
              const text = { ...shared, value, placeholder, isCode: path !== 'email' }
              if (isSecret !== true) return <TextField {...text} key={path} autoComplete="off" />
              const take = (isTaken: boolean) =>
                setDraft({
                  ...draft,
                  taken: isTaken
                    ? [...draft.taken, path]
                    : draft.taken.filter((other) => other !== path),
                })
              return (
                <SecretField
                  {...text}
                  key={path}
                  isKept={isKept(contact, path)}
                  isTaken={draft.taken.includes(path)}
                  onTake={taking === undefined ? undefined : take}
                  words={taking}
                />
              )
            },
          )}
        </div>
      ))}
      <FormError text={errors.rest} />
      <FormButtons
        action={contact === null ? 'Add contact' : 'Save'}
        isPending={save.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}
