import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent } from '../../data/agents.ts'
import { removeAgent } from '../../data/agents.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'

/** Ends an agent for good, once that was confirmed. */
export function RemoveAgent({ agent }: { agent: Agent }) {
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const remove = useMutation({
    mutationFn: () => removeAgent(agent.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['agents'] }),
  })
  return (
    <p className="mt-2">
      <Button isSmall look="danger" onPress={() => setLeaving(true)}>
        Remove<span className="sr-only"> {agent.hostname}</span>
      </Button>
      <ConfirmDialog
        title="Remove this agent?"
        action="Remove agent"
        name={agent.hostname}
        isOpen={isLeaving}
        isPending={remove.isPending}
        error={remove.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>
          It is disconnected at once and does not come back with its token. Other agents of{' '}
          {agent.regionName} take over its monitors.
        </p>
      </ConfirmDialog>
    </p>
  )
}
