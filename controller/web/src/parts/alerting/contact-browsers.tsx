import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Contact } from '../../data/wire.ts'
import { contactsQuery, deleteBrowser } from '../../data/alerting.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Time } from '../time.tsx'

type Browser = NonNullable<Contact['browsers']>[number]

/** The browsers that show a contact's alerts. */
export function ContactBrowsers({
  contact,
  ownId,
  mayChange,
}: {
  contact: Contact
  /** Id of the browser that people look at this with; null: it takes none. */
  ownId: string | null
  mayChange: boolean
}) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (browserId: string) => deleteBrowser(contact.id, browserId),
    onSuccess: () => queries.invalidateQueries({ queryKey: contactsQuery.queryKey }),
  })
  if (contact.browsers === null) return null
  return (
    <>
      <ul aria-label={`Browsers of ${contact.name}`} className="flex flex-wrap gap-1.5 text-xs">
        {contact.browsers.map((browser) => (
          <li key={browser.id} className="flex min-w-0 items-center rounded-md bg-sunken pl-2">
            <span className="min-w-0 py-0.5 break-words">
              <BrowserWords browser={browser} isOwn={browser.id === ownId} />
            </span>
            {mayChange ? (
              <IconButton
                name={`Remove ${browser.name} from ${contact.name}`}
                className="size-6! [&_svg]:size-3.5!"
                onPress={() => remove.mutate(browser.id)}
              >
                <X aria-hidden />
              </IconButton>
            ) : (
              <span className="w-2" />
            )}
          </li>
        ))}
      </ul>
      {remove.error === null ? null : (
        <p role="alert" className="text-xs font-medium text-down">
          {remove.error.message}
        </p>
      )}
    </>
  )
}

function BrowserWords({ browser: { name, endedAt }, isOwn }: { browser: Browser; isOwn: boolean }) {
  if (endedAt === null) return isOwn ? `${name} (this one)` : name
  return (
    <span className="text-down">
      {name} takes no notifications since <Time at={endedAt} />: switch them on in it again, or
      remove it.
    </span>
  )
}
