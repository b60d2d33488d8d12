import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Columns2, Link2, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { AnalysisOf } from '../../data/analyses.ts'
import { analysisQuery } from '../../data/analyses.ts'
import { timeZone } from '../../data/preferences.ts'
import { usePageSearch } from '../../data/use-search.ts'
import { shortTime } from '../../words/times.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'
import { useNow } from '../time.tsx'
import { CompareAudits } from './compare-audits.tsx'

type Audit = AnalysisOf<'audit'>

/** An audit as it was, before somebody looked again. */
interface Earlier {
  readonly audit: Audit
  readonly at: Date
}

/** Looks again, and puts the page beside another or beside itself as it was. `?with=` names the other page. */
export function CompareBar({ url, audit }: { url: string; audit: Audit }) {
  const queries = useQueryClient()
  const { search, change } = usePageSearch()
  const other = search['with'] ?? ''
  const [isAsking, setAsking] = useState(false)
  const [earlier, setEarlier] = useState<Earlier | null>(null)
  const query = useQuery(analysisQuery('audit', url))
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={query.isFetching}
          onPress={() => {
            setEarlier({ audit, at: new Date(query.dataUpdatedAt) })
            void queries.invalidateQueries({
              predicate: ({ queryKey: [noun, , of] }) => noun === 'analysis' && of === url,
            })
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
          <Button onPress={() => void copyAddress()}>
            <Link2 aria-hidden />
            Copy a link
          </Button>
        )}
      </div>
      {isAsking ? (
        <OtherForm
          other={other}
          onAsk={(address) => {
            change({ with: address })
            setAsking(false)
          }}
        />
      ) : null}
      {earlier === null || query.isFetching || earlier.audit === audit ? null : (
        <BesideItself earlier={earlier} audit={audit} />
      )}
      {other === '' ? null : <BesideOther url={url} audit={audit} other={other} />}
    </>
  )
}

/** Without https a browser lends no clipboard: the address bar has it. */
async function copyAddress(): Promise<void> {
  await navigator.clipboard.writeText(location.href)
  tellDone('The link is copied. Whoever is in your workspace can open it.')
}

function OtherForm({ other, onAsk }: { other: string; onAsk: (address: string) => void }) {
  const [typed, setTyped] = useState(other)
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

function BesideItself({ earlier, audit }: { earlier: Earlier; audit: Audit }) {
  const zone = timeZone.use()
  const now = useNow()
  return (
    <CompareAudits
      names={[shortTime(earlier.at, zone, now), 'Now']}
      before={earlier.audit}
      after={audit}
    />
  )
}

function BesideOther({ url, audit, other }: { url: string; audit: Audit; other: string }) {
  const query = useQuery(analysisQuery('audit', other))
  return (
    <Loaded query={query}>
      {(result) => <CompareAudits names={[url, other]} before={audit} after={result} />}
    </Loaded>
  )
}
