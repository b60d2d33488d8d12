import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, sessionsQuery } from '../../data/account.ts'
import { browserWords } from '../../words/browsers.ts'
import { Button } from '../controls/button.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { tellDone, tellFailure } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'

/** Where the person is signed in. */
export function Sessions() {
  const queries = useQueryClient()
  const query = useQuery(sessionsQuery)
  const renew = () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  const end = useMutation({ mutationFn: endSession, onSuccess: renew, onError: tellFailure })
  const endOthers = useMutation({
    mutationFn: endOtherSessions,
    async onSuccess() {
      tellDone('Every other session is over.')
      await renew()
    },
    onError: tellFailure,
  })
  return (
    <Loaded query={query}>
      {(sessions) => (
        <Card
          title="Sessions"
          isFlush
          actions={
            sessions.length > 1 ? (
              <Button isSmall isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
                End all others
              </Button>
            ) : null
          }
        >
          <ul>
            {sessions.map((session) => (
              <li
                key={session.id}
                className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-sm"
              >
                <span className="min-w-0">
                  <span className="font-medium">{browserWords(session.userAgent)}</span>
                  {session.isCurrent ? (
                    <span className="ml-2 text-xs font-semibold text-up">This one</span>
                  ) : null}
                  <span className="block text-xs text-ink-soft">
                    {session.ipAddress ?? 'Unknown address'}, signed in{' '}
                    <Time at={session.createdAt} />
                    {session.lastSeenAt === null ? null : (
                      <>
                        , last used <Time at={session.lastSeenAt} form="past" />
                      </>
                    )}
                  </span>
                </span>
                {session.isCurrent ? null : (
                  <Button
                    isSmall
                    look="danger"
                    isPending={end.isPending && end.variables === session.id}
                    onPress={() => end.mutate(session.id)}
                  >
                    End<span className="sr-only"> {browserWords(session.userAgent)}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  )
}
