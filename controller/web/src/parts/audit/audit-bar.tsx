import { useIsFetching } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Columns2, Link2, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { AuditSource } from '../../data/audits.ts'
import { usePageSearch } from '../../data/use-search.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'
import { DeleteAudit } from './delete-audit.tsx'
import { useLookAgain } from './use-look-again.ts'

/** Looks again, puts the page beside another, and gives a link to what was found. */
export function AuditBar({ source: { audit, isLive } }: { source: AuditSource }) {
  const lookAgain = useLookAgain()
  const navigate = useNavigate()
  const { search, change } = usePageSearch()
  const [isAsking, setAsking] = useState(false)
  const isLooking = useIsFetching({ queryKey: ['audits', 'look'] }) > 0
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={isLooking}
          onPress={() => {
            // How it was stands beside how it is.
            const again = { url: search['url'] ?? audit.url, with: audit.id }
            lookAgain(again.url)
            void navigate({ to: '/audit', search: again as never, replace: isLive })
          }}
        >
          <RefreshCw aria-hidden />
          Look again
        </Button>
        <Button onPress={() => setAsking(!isAsking)}>
          <Columns2 aria-hidden />
          Compare with another page
        </Button>
        {navigator.clipboard === undefined ? null : (
          <Button onPress={() => void copyAddress(audit.id)}>
            <Link2 aria-hidden />
            Copy a link
          </Button>
        )}
        {isLive ? null : <DeleteAudit audit={audit} />}
      </div>
      {isAsking ? (
        <OtherForm
          onAsk={(address) => {
            change({ with: address })
            setAsking(false)
          }}
        />
      ) : null}
    </>
  )
}

/** Without https a browser lends no clipboard: the page of what was found has it in its address. */
async function copyAddress(id: string): Promise<void> {
  await navigator.clipboard.writeText(`${location.origin}/audit/${id}`)
  tellDone('The link is copied. Whoever is in your workspace sees what was found now.')
}

function OtherForm({ onAsk }: { onAsk: (address: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <Card>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          onAsk(typed.trim())
        }}
      >
        <TextField
          label="Address of the other page"
          className="min-w-56 flex-1"
          value={typed}
          onChange={setTyped}
          isCode
          autoFocus
        />
        <Button look="primary" type="submit">
          {typed.trim() === '' ? 'Compare with none' : 'Compare'}
        </Button>
      </form>
    </Card>
  )
}
