import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contact } from '../../data/wire.ts'
import { contactsQuery, ownBrowserQuery, saveContact } from '../../data/alerting.ts'
import { formErrors } from '../../data/field-errors.ts'
import { subscribeBrowser } from '../../data/push.ts'
import { useMe } from '../../data/me.ts'
import { browserWords } from '../../words/browsers.ts'
import { Form } from '../controls/form.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { Select } from '../controls/select.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'

/** Stands for a contact that is to be made. */
const NEW = ''

/** Adds this browser to a contact, once the person has allowed it. */
export function NotifyForm({
  contacts,
  onSaved,
  onClose,
}: {
  contacts: readonly Contact[]
  onSaved: (contact: Contact) => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  const person = useMe().data?.person.name ?? ''
  const [contactId, setContactId] = useState(contacts.find(({ browsers }) => browsers)?.id ?? NEW)
  const [contactName, setContactName] = useState(person)
  const [name, setName] = useState(() => browserWords(navigator.userAgent))
  const save = useMutation({
    async mutationFn() {
      const subscription = await subscribeBrowser()
      const browsers = [{ name: name.trim(), ...subscription }]
      return contactId === NEW
        ? saveContact(null, { name: contactName, browsers })
        : saveContact(contactId, { browsers })
    },
    async onSuccess(contact) {
      await queries.invalidateQueries({ queryKey: contactsQuery.queryKey })
      await queries.invalidateQueries({ queryKey: ownBrowserQuery.queryKey })
      onSaved(contact)
    },
  })
  const errors = formErrors(save.error, (path) => ['name', 'browsers[0].name'].includes(path))
  const choices = [
    { value: NEW, text: 'A new contact' },
    ...contacts.map((contact) => ({ value: contact.id, text: contact.name })),
  ]
  return (
    <Form className="space-y-4" isPending={save.isPending} onSend={() => save.mutate()}>
      {contacts.length === 0 ? null : (
        <Select
          label="Tell it what is told to"
          hint="A contact can have several browsers, of one person at best: an alert counts as sent when one of them took it."
          choices={choices}
          value={contactId}
          onChange={setContactId}
        />
      )}
      {contactId === NEW ? (
        <TextField
          label="Name of the contact"
          hint="Monitors and teams that name this contact tell it their alerts."
          value={contactName}
          onChange={setContactName}
          error={errors.of('name')}
          isRequired
        />
      ) : null}
      <TextField
        label="Name of this browser"
        hint="To tell it from others."
        value={name}
        onChange={setName}
        error={errors.of('browsers[0].name')}
        isRequired
      />
      <FormError text={errors.rest} />
      <FormButtons action="Switch on" isPending={save.isPending} onCancel={onClose} />
    </Form>
  )
}
