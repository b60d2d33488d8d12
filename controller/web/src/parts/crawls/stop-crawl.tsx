import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Crawl } from '../../data/crawls.ts'
import { cancelCrawl } from '../../data/crawls.ts'
import { usePermissions } from '../../data/me.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'

/** Ends a crawl before it is through, once its site was typed: it cannot be gone on with. */
export function StopCrawl({ crawl }: { crawl: Crawl }) {
  const queries = useQueryClient()
  const { analyse } = usePermissions()
  const [isAsking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => cancelCrawl(crawl.jobId),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['crawls'] })
      setAsking(false)
    },
  })
  if (!analyse) return null
  return (
    <>
      <Button look="danger" onPress={() => setAsking(true)}>
        Stop here
      </Button>
      <ConfirmDialog
        title="Stop this crawl"
        action="Stop here"
        name={crawl.host}
        isOpen={isAsking}
        isPending={cancel.isPending}
        error={cancel.error?.message}
        onConfirm={() => cancel.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>What it has found stays. It cannot be gone on with: another crawl begins anew.</p>
      </ConfirmDialog>
    </>
  )
}
