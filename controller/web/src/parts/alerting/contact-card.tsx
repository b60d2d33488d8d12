import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TestResult } from '../../data/alerting.ts'
import type { Contact } from '../../data/wire.ts'
import { contactsQuery, deleteContact, testContact } from '../../data/alerting.ts'
import { CHANNEL_WORDS } from '../../words/channels.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Time } from '../time.tsx'
import { ContactBrowsers } from './contact-browsers.tsx'

/** A contact with what is known of each of its channels. */
export function ContactCard({
  contact,
  ownBrowserId,
  mayChange,
  onEdit,
}: {
  contact: Contact
  ownBrowserId: string | null
  mayChange: boolean
  onEdit: () => void
}) {
  const queries = useQueryClient()
  const renew = () => queries.invalidateQueries({ queryKey: contactsQuery.queryKey })
  const [isLeaving, setLeaving] = useState(false)
  const test = useMutation({ mutationFn: () => testContact(contact.id), onSettled: renew })
  const remove = useMutation({ mutationFn: () => deleteContact(contact.id), onSuccess: renew })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-t border-line px-4 py-3.5">
      <div className="min-w-0 space-y-1.5">
        <h3 className="text-sm font-semibold break-words">{contact.name}</h3>
        <ul className="flex flex-wrap gap-1.5">
          {contact.channels.map((channel) => (
            <li
              key={channel}
              className="rounded-md bg-sunken px-2 py-0.5 text-xs font-medium text-ink-soft"
            >
              {CHANNEL_WORDS[channel].title}
              {channel === 'email' && contact.email !== null ? `: ${contact.email}` : ''}
            </li>
          ))}
        </ul>
        <ContactBrowsers contact={contact} ownId={ownBrowserId} mayChange={mayChange} />
        <Notes contact={contact} />
        {test.data === undefined ? null : <TestResults results={test.data} />}
        {test.error === null ? null : (
          <p role="alert" className="text-xs font-medium text-down">
            {test.error.message}
          </p>
        )}
      </div>
      {mayChange ? (
        <div className="flex items-center gap-1">
          <Button isSmall isPending={test.isPending} onPress={() => test.mutate()}>
            Send a test<span className="sr-only"> to {contact.name}</span>
          </Button>
          <IconButton name={`Edit ${contact.name}`} onPress={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton name={`Delete ${contact.name}`} onPress={() => setLeaving(true)}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ) : null}
      <ConfirmDialog
        title="Delete this contact?"
        action="Delete contact"
        name={contact.name}
        isOpen={isLeaving}
        isPending={remove.isPending}
        error={remove.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>Monitors and teams that name it no longer tell it anything.</p>
      </ConfirmDialog>
    </li>
  )
}

function Notes({ contact }: { contact: Contact }) {
  return (
    <>
      {contact.emailConfirmed === false ? (
        <p className="text-xs text-degraded">
          The e-mail address waits to be confirmed by the link that was mailed to it; until then
          alerts by e-mail are held back.
        </p>
      ) : null}
      {contact.failing.map(({ channel, since, lastError, nextAttemptAt }) => (
        <p key={channel} className="text-xs text-down">
          {CHANNEL_WORDS[channel].title} fails since <Time at={since} />: {lastError} Next try{' '}
          <Time at={nextAttemptAt} form="relative" />.
        </p>
      ))}
      {contact.verified ? <p className="text-xs text-up">Tested: every channel works.</p> : null}
    </>
  )
}

function TestResults({ results }: { results: readonly TestResult[] }) {
  return (
    <ul role="status" className="space-y-0.5 text-xs">
      {results.map(({ channel, ok, error }) => (
        <li key={channel} className={ok ? 'text-up' : 'text-down'}>
          {CHANNEL_WORDS[channel].title}: {ok ? 'taken' : error}
        </li>
      ))}
    </ul>
  )
}
