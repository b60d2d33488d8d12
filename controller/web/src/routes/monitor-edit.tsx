import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import type { MonitorOptions } from '../data/agents.ts'
import { optionsQuery } from '../data/agents.ts'
import { changeMonitor, monitorQuery } from '../data/monitors.ts'
import { useTold } from '../data/told.ts'
import type { Monitor } from '../data/wire.ts'
import { Button, buttonClasses } from '../parts/controls/button.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { tellDone } from '../parts/feedback/toasts.tsx'
import { Page } from '../parts/layout/page.tsx'
import { changeBody, draftOf } from '../parts/monitor-form/draft.ts'
import { MonitorForm } from '../parts/monitor-form/monitor-form.tsx'

export default function MonitorEdit() {
  const { monitorId = '' } = useParams({ strict: false })
  const options = useQuery(optionsQuery)
  const monitor = useQuery(monitorQuery(monitorId))
  return (
    <Page
      title={monitor.data === undefined ? 'Edit' : `Edit ${monitor.data.name}`}
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
      <Loaded query={options}>
        {(known) => (
          <Loaded query={monitor}>
            {(present) => <Edit key={present.id} options={known} monitor={present} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

function Edit({ options, monitor }: { options: MonitorOptions; monitor: Monitor }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const told = useTold()
  // As it was when the form was opened: what others change meanwhile is not undone.
  const [before] = useState(() => draftOf(monitor))
  const [draft, setDraft] = useState(before)
  const save = useMutation({
    mutationFn: () => changeMonitor(monitor.id, changeBody(draft, before)),
    async onSuccess(changed) {
      queries.setQueryData(monitorQuery(monitor.id).queryKey, changed)
      void queries.invalidateQueries({ queryKey: ['monitors'] })
      tellDone(`${changed.name} is saved.`)
      await navigate({ to: '/monitors/$monitorId', params: { monitorId: monitor.id } })
    },
  })
  return (
    <div className="mx-auto max-w-4xl">
      <MonitorForm
        draft={draft}
        onChange={setDraft}
        options={options}
        told={told}
        error={save.error}
        isNew={false}
        onSubmit={() => save.mutate()}
        buttons={
          <>
            <Link
              to="/monitors/$monitorId"
              params={{ monitorId: monitor.id }}
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
    </div>
  )
}
