import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MonitorOptions } from '../data/agents.ts'
import { optionsQuery } from '../data/agents.ts'
import type { MonitorToEdit } from '../data/monitors.ts'
import { changeMonitor, monitorQuery, monitorToEditQuery, saysChanged } from '../data/monitors.ts'
import { useTold } from '../data/told.ts'
import { Button, buttonClasses } from '../parts/controls/button.tsx'
import { LeaveGuard } from '../parts/feedback/leave-guard.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { OnlyChangers } from '../parts/feedback/only-changers.tsx'
import { tellDone } from '../parts/feedback/toasts.tsx'
import { Page } from '../parts/layout/page.tsx'
import { ConflictDialog } from '../parts/monitor-form/conflict-dialog.tsx'
import type { Difference, Side } from '../parts/monitor-form/differences.ts'
import { differencesOf, withTheirs } from '../parts/monitor-form/differences.ts'
import type { Draft } from '../parts/monitor-form/draft.ts'
import { changeBody, draftOf } from '../parts/monitor-form/draft.ts'
import { MonitorForm } from '../parts/monitor-form/monitor-form.tsx'
import { isSame } from '../parts/monitor-form/paths.ts'

export default function MonitorEdit() {
  const { monitorId = '' } = useParams({ strict: false })
  const options = useQuery(optionsQuery)
  const read = useQuery(monitorToEditQuery(monitorId))
  const monitor = read.data?.monitor
  return (
    <Page
      title={monitor === undefined ? 'Edit' : `Edit ${monitor.name}`}
      above={
        <Link
          to="/monitors/$monitorId"
          params={{ monitorId }}
          className="inline-flex items-center gap-1 hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-4" />
          Back
        </Link>
      }
    >
      <OnlyChangers>
        <Loaded query={options}>
          {(known) => (
            <Loaded query={read}>
              {(present) => <Edit key={present.monitor.id} options={known} read={present} />}
            </Loaded>
          )}
        </Loaded>
      </OnlyChangers>
    </Page>
  )
}

/** What a form began with. */
interface Base {
  readonly draft: Draft
  readonly etag: string | null
}

const baseOf = ({ monitor, etag }: MonitorToEdit): Base => ({ draft: draftOf(monitor), etag })

function Edit({ options, read }: { options: MonitorOptions; read: MonitorToEdit }) {
  const { id } = read.monitor
  const queries = useQueryClient()
  const navigate = useNavigate()
  const told = useTold()
  // As it was when the form was opened: what others change meanwhile is not undone.
  const [base, setBase] = useState(() => baseOf(read))
  const [draft, setDraft] = useState(base.draft)
  /** As it is since somebody else changed it; null: nobody did. */
  const [theirs, setTheirs] = useState<Base | null>(null)
  const isSaved = useRef(false)
  const save = useMutation({
    mutationFn: ([mine, from]: readonly [Draft, Base]) =>
      changeMonitor(id, changeBody(mine, from.draft), from.etag),
    async onSuccess(changed) {
      isSaved.current = true
      queries.setQueryData(monitorQuery(id).queryKey, changed)
      void queries.invalidateQueries({ queryKey: ['monitors'] })
      tellDone(`${changed.name} is saved.`)
      await navigate({ to: '/monitors/$monitorId', params: { monitorId: id } })
    },
    async onError(error) {
      if (!saysChanged(error)) return
      setTheirs(baseOf(await queries.fetchQuery({ ...monitorToEditQuery(id), staleTime: 0 })))
    },
  })

  function settle(differences: readonly Difference[], sideOf: (each: Difference) => Side): void {
    if (theirs === null) return
    const settled = withTheirs(draft, differences, sideOf)
    setDraft(settled)
    setBase(theirs)
    setTheirs(null)
    save.mutate([settled, theirs])
  }

  const differences = theirs === null ? [] : differencesOf(base.draft, theirs.draft, draft)
  return (
    <div className="max-w-4xl">
      <MonitorForm
        // Anew once it was said whose changes hold: fields of lines keep what was typed.
        key={base.etag}
        draft={draft}
        onChange={setDraft}
        options={options}
        told={told}
        error={save.error}
        isNew={false}
        isPending={save.isPending}
        onSend={() => save.mutate([draft, base])}
        buttons={
          <>
            <Link
              to="/monitors/$monitorId"
              params={{ monitorId: id }}
              className={buttonClasses('quiet')}
            >
              Cancel
            </Link>
            <Button look="primary" type="submit" isPending={save.isPending}>
              Save
            </Button>
          </>
        }
      />
      {theirs === null ? null : (
        <ConflictDialog
          type={draft.type}
          differences={differences}
          onSettled={(sideOf) => settle(differences, sideOf)}
          onClose={() => setTheirs(null)}
        />
      )}
      <LeaveGuard isDirty={() => !isSaved.current && !isSame(draft, base.draft)} />
    </div>
  )
}
