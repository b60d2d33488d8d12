import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteSubscriber, subscribersQuery } from '../../data/status-pages.ts'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'
import { Pager } from '../pager.tsx'
import { Time } from '../time.tsx'

const PER = 20

/** Whoever gets mails about the page. It asks by itself, as only it knows which of them are looked at. */
export function Subscribers({ pageId }: { pageId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(subscribersQuery(pageId, page, PER))
  const queries = useQueryClient()
  const [asked, setAsked] = useState<{ readonly id: string; readonly email: string } | null>(null)
  const remove = useMutation({
    mutationFn: (id: string) => deleteSubscriber(pageId, id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['status-pages', 'subscribers'] })
      setAsked(null)
    },
  })
  return (
    <Card title="Subscribers" isFlush>
      <Loaded query={query}>
        {({ subscribers, total }) =>
          total === 0 ? (
            <p className="px-4 pb-4 text-sm text-ink-soft">
              Nobody yet. Readers subscribe on the page, where this installation sends mail.
            </p>
          ) : (
            <>
              <ul>
                {subscribers.map(({ id, email, confirmedAt }) => (
                  <li
                    key={id}
                    className="flex items-center gap-3 border-t border-line px-4 py-1.5 text-sm"
                  >
                    <span className="min-w-0 flex-1 break-all">{email}</span>
                    <span className="text-xs text-ink-faint">
                      since <Time at={confirmedAt} />
                    </span>
                    <IconButton name={`Remove ${email}`} onPress={() => setAsked({ id, email })}>
                      <Trash2 aria-hidden />
                    </IconButton>
                  </li>
                ))}
              </ul>
              <Pager page={page} per={PER} total={total} onGo={setPage} />
            </>
          )
        }
      </Loaded>
      <ConfirmDialog
        title="Remove this subscriber?"
        action="Remove"
        isOpen={asked !== null}
        isPending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => asked && remove.mutate(asked.id)}
        onClose={() => setAsked(null)}
      >
        <p className="wrap-anywhere">{asked?.email} is told no more, and has to subscribe anew.</p>
      </ConfirmDialog>
    </Card>
  )
}
