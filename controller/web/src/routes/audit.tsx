import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { lookQuery } from '../data/audits.ts'
import { usePageSearch } from '../data/use-search.ts'
import { Findings } from '../parts/audit/findings.tsx'
import { useLookAgain } from '../parts/audit/use-look-again.ts'
import { Button } from '../parts/controls/button.tsx'
import { TextField } from '../parts/controls/text-field.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { SkeletonRows } from '../parts/feedback/skeleton.tsx'
import { Page } from '../parts/layout/page.tsx'

/** A page, looked at from all sides; each analysis arrives when it is ready. `?url=` names the page. */
export default function Audit() {
  const { search, change } = usePageSearch()
  const lookAgain = useLookAgain()
  const url = search['url'] ?? ''
  const [typed, setTyped] = useState(url)
  const [named, setNamed] = useState(url)
  if (named !== url) {
    setNamed(url)
    setTyped(url)
  }
  return (
    <Page title="Audit" lead="One page, as search engines, browsers and people meet it.">
      <form
        className="mb-6 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const asked = typed.trim()
          if (asked === url) lookAgain(asked)
          else change({ url: asked, with: undefined })
        }}
      >
        <TextField
          label="Address of the page"
          placeholder="https://example.com"
          className="min-w-64 flex-1"
          value={typed}
          onChange={setTyped}
          isCode
          autoFocus={url === ''}
        />
        <Button look="primary" type="submit" isDisabled={typed.trim() === ''}>
          Look at it
        </Button>
      </form>
      {url === '' ? (
        <EmptyState icon={<Gauge />} title="No page yet">
          Type an address: its score and what is wrong with it come in seconds, how it looks and
          loads a moment later.
        </EmptyState>
      ) : (
        <Look key={url} url={url} />
      )}
    </Page>
  )
}

/** Each look is kept: its link shows to others what was found. */
function Look({ url }: { url: string }) {
  const query = useQuery(lookQuery(url))
  return (
    <Loaded
      query={query}
      waiting={
        <>
          <p role="status" className="mb-4 text-sm text-ink-soft">
            The page is being read. That takes seconds, and up to half a minute where it is slow.
          </p>
          <SkeletonRows />
        </>
      }
    >
      {(id) => <Findings key={id} id={id} isLive />}
    </Loaded>
  )
}
