import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import type { Window } from '../data/wire.ts'
import { moveOccurrence, windowQuery, windowsQuery } from '../data/maintenance.ts'
import { timeZone } from '../data/preferences.ts'
import { usePermissions } from '../data/me.ts'
import { usePageSearch } from '../data/use-search.ts'
import { Button } from '../parts/controls/button.tsx'
import { Dialog } from '../parts/controls/dialog.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { ErrorState } from '../parts/feedback/error-state.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { tellDone, tellFailure } from '../parts/feedback/toasts.tsx'
import { Page } from '../parts/layout/page.tsx'
import { endOf, movedTo } from '../parts/maintenance/calendar-days.ts'
import { Calendar } from '../parts/maintenance/calendar.tsx'
import { OccurrenceDialog } from '../parts/maintenance/occurrence-dialog.tsx'
import type { Planned } from '../parts/maintenance/planned.ts'
import { notShown, plannedOf, toBeRead } from '../parts/maintenance/planned.ts'
import { WindowForm } from '../parts/maintenance/window-form.tsx'
import { WindowList } from '../parts/maintenance/window-list.tsx'
import { useNow } from '../parts/time.tsx'
import { wallClock } from '../words/zoned.ts'

/** Planned work: when it is, in a calendar, and the rules it follows. */
export default function Maintenance() {
  const mayChange = usePermissions().manageMonitoring
  const query = useQuery(windowsQuery)
  const [edited, setEdited] = useState<Window | 'new' | null>(null)
  const zone = timeZone.use()
  const add = mayChange ? (
    <Button look="primary" onPress={() => setEdited('new')}>
      Plan maintenance
    </Button>
  ) : null
  return (
    <Page
      title="Maintenance"
      lead="Failures during planned work open no outage and tell nobody."
      actions={(query.data?.length ?? 0) === 0 ? null : add}
    >
      <Loaded query={query}>
        {(windows) =>
          windows.length === 0 ? (
            <EmptyState icon={<CalendarClock />} title="Nothing is planned" action={add}>
              A window covers monitors once, or every day, week or month, by the clocks of a zone.
            </EmptyState>
          ) : (
            <div className="space-y-6">
              <PlannedMonth windows={windows} zone={zone} mayChange={mayChange} />
              <WindowList windows={windows} mayChange={mayChange} onEdit={setEdited} />
            </div>
          )
        }
      </Loaded>
      <Dialog
        title={edited === 'new' ? 'Plan maintenance' : 'Edit maintenance'}
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
      >
        <WindowForm
          window={edited === 'new' ? null : edited}
          zone={zone}
          onClose={() => setEdited(null)}
        />
      </Dialog>
    </Page>
  )
}

function PlannedMonth({
  windows,
  zone,
  mayChange,
}: {
  windows: readonly Window[]
  zone: string
  mayChange: boolean
}) {
  const queries = useQueryClient()
  const { search, change } = usePageSearch()
  const [opened, setOpened] = useState<Planned | null>(null)
  const today = wallClock(useNow(), zone).slice(0, 10)
  const reads = useQueries({ queries: toBeRead(windows).map(({ id }) => windowQuery(id)) })
  const details = reads.flatMap(({ data }) => data ?? [])
  const planned = plannedOf(windows, details)
  const failed = reads.filter(({ error, data }) => error !== null && data === undefined)
  const isReading = reads.some(({ data, error }) => data === undefined && error === null)
  const unread = isReading ? 'reading' : failed.length > 0 ? 'failed' : null
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.exec(search['month'] ?? '')?.[0] ?? today.slice(0, 7)

  async function moveTo(occurrence: Planned, day: string): Promise<void> {
    const target = movedTo(occurrence, day, zone)
    if (target === null) return
    const renew = () => queries.invalidateQueries({ queryKey: ['maintenance'] })
    const moveBack = async () => {
      await moveOccurrence(occurrence.id, {
        from: new Date(occurrence.from),
        to: new Date(occurrence.to),
      })
      await renew()
    }
    try {
      await moveOccurrence(occurrence.id, target)
      await renew()
      tellDone(
        `${occurrence.description} is moved to ${day}.`,
        () => void moveBack().catch(tellFailure),
      )
    } catch (error: unknown) {
      tellFailure(error)
    }
  }

  return (
    <>
      {failed[0] === undefined ? null : (
        <ErrorState
          error={failed[0].error}
          onRetry={() => failed.forEach((read) => void read.refetch())}
        />
      )}
      <Calendar
        planned={planned}
        zone={zone}
        today={today}
        month={month}
        isReading={isReading}
        note={notShown({ month, today, end: endOf(month), unread }, details)}
        onMonth={(next) => change({ month: next })}
        onOpen={setOpened}
        onMove={mayChange ? (occurrence, day) => void moveTo(occurrence, day) : null}
      />
      {opened === null ? null : (
        <OccurrenceDialog
          key={opened.id}
          occurrence={opened}
          zone={zone}
          mayChange={mayChange}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
