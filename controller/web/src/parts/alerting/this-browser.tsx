import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contact } from '../../data/wire.ts'
import type { PushSupport } from '../../data/push.ts'
import { pushSupport } from '../../data/push.ts'
import { ownBrowserQuery } from '../../data/alerting.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'
import { NotifyForm } from './notify-form.tsx'

/** What is missing, and what to do about it. */
const WHY_NOT: Readonly<Record<Exclude<PushSupport, 'possible'>, string>> = {
  takesInstalling:
    'On an iPhone or iPad, notifications take the installed app: open the share menu, choose "Add to Home Screen", open Sightline from there and come back to this page.',
  takesHttps: 'Notifications take Sightline opened over https, or as localhost.',
  isBlocked:
    'Notifications of Sightline are blocked in this browser. Allow them in its settings of this site, then reload the page.',
  isUnknown: 'This browser knows no notifications of web sites.',
}

/** Alerts on the screen of the device in hand. */
export function ThisBrowser({ contacts }: { contacts: readonly Contact[] }) {
  const [isAdding, setAdding] = useState(false)
  const support = pushSupport()
  const own = useQuery(ownBrowserQuery).data ?? null
  const holders = contacts.filter(({ browsers }) =>
    browsers?.some(({ id, endedAt }) => id === own && endedAt === null),
  )
  return (
    <Card
      title="This browser"
      actions={
        support === 'possible' ? (
          <Button isSmall onPress={() => setAdding(true)}>
            Notify this browser
          </Button>
        ) : null
      }
    >
      <p className="text-sm text-ink-soft">{wordsOf(support, holders)}</p>
      <Dialog title="Notify this browser" isOpen={isAdding} onClose={() => setAdding(false)}>
        <NotifyForm
          contacts={contacts}
          onClose={() => setAdding(false)}
          onSaved={(contact) => {
            setAdding(false)
            tellDone(`This browser is told what ${contact.name} is told. Send it a test.`)
          }}
        />
      </Dialog>
    </Card>
  )
}

function wordsOf(support: PushSupport, holders: readonly Contact[]): string {
  if (support !== 'possible') return WHY_NOT[support]
  if (holders.length === 0) {
    return 'Alerts can come as notifications on this device, also while Sightline is closed. They are encrypted on their way.'
  }
  return `It shows what is told to ${holders.map(({ name }) => name).join(', ')}, also while Sightline is closed.`
}
