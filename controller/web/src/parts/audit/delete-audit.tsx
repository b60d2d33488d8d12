import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { KeptAudit } from '../../data/audits.ts'
import { deleteAudit } from '../../data/audits.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { tellDone } from '../feedback/toasts.tsx'

/** Deletes what was found; links to it lead nowhere then. */
export function DeleteAudit({ audit: { id, url } }: { audit: KeptAudit }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteAudit(id),
    async onSuccess() {
      tellDone('The audit is deleted.')
      await navigate({ to: '/audit' })
      queries.removeQueries({ queryKey: ['audits'] })
    },
  })
  return (
    <>
      <Button look="danger" onPress={() => setAsking(true)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <ConfirmDialog
        title="Delete this audit"
        action="Delete"
        isOpen={isAsking}
        isPending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        <p className="break-words">
          What was found of {url} then is gone for everybody in the workspace, and links to it lead
          nowhere.
        </p>
      </ConfirmDialog>
    </>
  )
}
