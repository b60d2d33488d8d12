import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '../../data/wire.ts'
import { contactsQuery, ownBrowserQuery } from '../../data/alerting.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'
import { ContactCard } from './contact-card.tsx'
import { ContactForm } from './contact-form.tsx'
import { ThisBrowser } from './this-browser.tsx'

/** Who can be told besides the people of the workspace. */
export function Contacts({ mayChange }: { mayChange: boolean }) {
  const query = useQuery(contactsQuery)
  const ownBrowserId = useQuery(ownBrowserQuery).data ?? null
  const [edited, setEdited] = useState<Contact | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const add = mayChange ? (
    <Button look="primary" isSmall onPress={() => setEdited('new')}>
      Add contact
    </Button>
  ) : null
  return (
    <>
      <Loaded query={query}>
        {({ contacts }) => (
          <div className="space-y-4">
            {contacts.length === 0 ? (
              <EmptyState icon={<BellRing />} title="No contacts yet" action={add}>
                A contact is where alerts go: an e-mail address, a Slack channel, a webhook. People
                of the workspace are told by e-mail without one, where this installation sends mail.
              </EmptyState>
            ) : (
              <Card title="Contacts" actions={add} isFlush>
                <ul>
                  {contacts.map((contact) => (
                    <ContactCard
                      key={contact.id}
                      contact={contact}
                      ownBrowserId={ownBrowserId}
                      mayChange={mayChange}
                      onEdit={() => setEdited(contact)}
                    />
                  ))}
                </ul>
              </Card>
            )}
            {mayChange ? <ThisBrowser contacts={contacts} /> : null}
          </div>
        )}
      </Loaded>
      <Dialog
        title={edited === 'new' ? 'Add a contact' : 'Edit contact'}
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
      >
        <ContactForm
          contact={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(contact, made) => {
            setEdited(null)
            setSecret(made)
            tellDone(`${contact.name} is saved. Send a test to see that it arrives.`)
          }}
        />
      </Dialog>
      <Dialog title="Key of the signature" isOpen={secret !== null} onClose={() => setSecret(null)}>
        <p className="text-sm text-ink-soft">
          Your receiver checks with it that a message is from here. It is shown this once.
        </p>
        <code className="mt-3 block rounded-lg bg-sunken p-3 font-mono text-sm break-all select-all">
          {secret}
        </code>
      </Dialog>
    </>
  )
}
