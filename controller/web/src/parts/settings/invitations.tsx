import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invitationsQuery, withdrawInvitation } from '../../data/people.ts'
import { ROLE_WORDS } from '../../words/roles.ts'
import { Button } from '../controls/button.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { tellFailure } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'

/** Who was asked and has not come yet. */
export function Invitations() {
  const queries = useQueryClient()
  const query = useQuery(invitationsQuery)
  const withdraw = useMutation({
    mutationFn: withdrawInvitation,
    onSuccess: () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
    onError: tellFailure,
  })
  return (
    <Loaded query={query}>
      {(invitations) =>
        invitations.length === 0 ? null : (
          <Card title="Invited" isFlush>
            <ul>
              {invitations.map(({ id, email, role, expiresAt, state }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-sm"
                >
                  <span className="min-w-0">
                    <span className="block font-medium break-all">{email}</span>
                    <span className="text-xs text-ink-faint">
                      {ROLE_WORDS[role].title},{' '}
                      {state === 'lapsed' ? (
                        'works no longer: who made it may not give that role any more'
                      ) : (
                        <>
                          until <Time at={expiresAt} />
                        </>
                      )}
                    </span>
                  </span>
                  <Button isSmall look="danger" onPress={() => withdraw.mutate(id)}>
                    Withdraw<span className="sr-only"> {email}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        )
      }
    </Loaded>
  )
}
