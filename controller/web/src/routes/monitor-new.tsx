import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MonitorOptions } from '../data/agents.ts'
import { optionsQuery } from '../data/agents.ts'
import { createMonitor, monitorQuery } from '../data/monitors.ts'
import { useTold } from '../data/told.ts'
import { usePageSearch } from '../data/use-search.ts'
import type { Monitor } from '../data/wire.ts'
import { Button, buttonClasses } from '../parts/controls/button.tsx'
import { LeaveGuard } from '../parts/feedback/leave-guard.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { OnlyChangers } from '../parts/feedback/only-changers.tsx'
import { Page } from '../parts/layout/page.tsx'
import type { Draft } from '../parts/monitor-form/draft.ts'
import { creationBody, draftLike, newDraft } from '../parts/monitor-form/draft.ts'
import { MonitorForm } from '../parts/monitor-form/monitor-form.tsx'
import { isSame } from '../parts/monitor-form/paths.ts'
import { proposeTarget, targetOf } from '../parts/monitor-form/propose-type.ts'
import { TestNow } from '../parts/monitor-form/test-now.tsx'

/** Something more to watch: from an address (`?url=`), or like another (`?like=`). */
export default function MonitorNew() {
  const { search } = usePageSearch()
  const options = useQuery(optionsQuery)
  const like = useQuery({
    ...monitorQuery(search['like'] ?? ''),
    enabled: search['like'] !== undefined,
  })
  return (
    <Page
      title="Add a monitor"
      above={
        <Link to="/monitors" className="inline-flex items-center gap-1 hover:text-ink">
          <ChevronLeft aria-hidden className="size-4" />
          Monitors
        </Link>
      }
    >
      <OnlyChangers>
        <Loaded query={options}>
          {(known) =>
            search['like'] === undefined ? (
              <New key={search['url']} options={known} url={search['url'] ?? ''} like={undefined} />
            ) : (
              <Loaded query={like}>
                {(other) => <New key={other.id} options={known} url="" like={other} />}
              </Loaded>
            )
          }
        </Loaded>
      </OnlyChangers>
    </Page>
  )
}

function first(options: MonitorOptions, url: string, like: Monitor | undefined): Draft {
  if (like !== undefined) return draftLike(like)
  const type = proposeTarget(url)?.type ?? 'web'
  return newDraft(type, url, options.defaults[type] ?? {})
}

function New({
  options,
  url,
  like,
}: {
  options: MonitorOptions
  url: string
  like: Monitor | undefined
}) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const told = useTold()
  const [begun] = useState(() => first(options, url, like))
  const [draft, setDraft] = useState(begun)
  const isMade = useRef(false)
  const body = () => {
    const defaults = options.defaults[draft.type] ?? {}
    return creationBody({ ...draft, url: targetOf(draft.type, draft.url) }, defaults)
  }
  const create = useMutation({
    mutationFn: () => createMonitor(body()),
    async onSuccess({ id }) {
      isMade.current = true
      void queries.invalidateQueries({ queryKey: ['monitors'] })
      await navigate({ to: '/monitors/$monitorId', params: { monitorId: id } })
    },
  })
  return (
    <div className="max-w-4xl space-y-4">
      <MonitorForm
        draft={draft}
        onChange={setDraft}
        options={options}
        told={told}
        error={create.error}
        isNew
        isPending={create.isPending}
        onSend={() => create.mutate()}
        trial={<TestNow bodyOf={body} isDisabled={draft.url.trim() === ''} />}
        buttons={
          <>
            <Link to="/monitors" className={buttonClasses('quiet')}>
              Cancel
            </Link>
            <Button look="primary" type="submit" isPending={create.isPending}>
              Watch it
            </Button>
          </>
        }
      />
      <LeaveGuard isDirty={() => !isMade.current && !isSame(draft, begun)} />
    </div>
  )
}
