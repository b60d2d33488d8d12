import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgentToken } from '../../data/agents.ts'
import { agentTokensQuery, revokeToken } from '../../data/agents.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'

/** Tokens in force, and what came in with them. */
export function Tokens() {
  const query = useQuery(agentTokensQuery)
  return (
    <Loaded query={query}>
      {(tokens) => (
        <Card title="Tokens" isFlush>
          <ul>
            {tokens
              .filter(({ revokedAt }) => revokedAt === null)
              .map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
          </ul>
        </Card>
      )}
    </Loaded>
  )
}

function TokenRow({ token }: { token: AgentToken }) {
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const revoke = useMutation({
    mutationFn: () => revokeToken(token.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['agents'] }),
  })
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line px-4 py-3 text-sm">
      <span className="min-w-0">
        <span className="font-medium break-words">{token.name}</span>{' '}
        <span className="font-mono text-xs text-ink-faint">{token.region}</span>
        <span className="block text-xs text-ink-soft">
          Made <Time at={token.createdAt} />,{' '}
          {token.lastSeenAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={token.lastSeenAt} />
            </>
          )}
        </span>
      </span>
      <Button isSmall look="danger" onPress={() => setLeaving(true)}>
        Revoke<span className="sr-only"> {token.name}</span>
      </Button>
      <ConfirmDialog
        title="Revoke this token?"
        action="Revoke token"
        name={token.name}
        isOpen={isLeaving}
        isPending={revoke.isPending}
        error={revoke.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => revoke.mutate()}
      >
        <p>Agents that use it are disconnected at once and cannot come back with it.</p>
      </ConfirmDialog>
    </li>
  )
}
