import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteSchedule, saveSchedule, schedulesQuery } from '../../data/crawls.ts'
import type { Schedule } from '../../data/wire.ts'
import { everyWords } from '../../words/recurrence.ts'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'

/** Crawls that repeat. */
export function Schedules({
  schedules,
  mayChange,
  onEdit,
}: {
  schedules: readonly Schedule[]
  mayChange: boolean
  onEdit: (schedule: Schedule) => void
}) {
  return (
    <Card title="Scheduled" isFlush>
      <ul>
        {schedules.map((schedule) => (
          <ScheduleRow
            key={schedule.id}
            schedule={schedule}
            mayChange={mayChange}
            onEdit={() => onEdit(schedule)}
          />
        ))}
      </ul>
    </Card>
  )
}

function ScheduleRow({
  schedule,
  mayChange,
  onEdit,
}: {
  schedule: Schedule
  mayChange: boolean
  onEdit: () => void
}) {
  const queries = useQueryClient()
  const renew = () => queries.invalidateQueries({ queryKey: schedulesQuery.queryKey })
  const [isLeaving, setLeaving] = useState(false)
  const { id, url, active } = schedule
  const turn = useMutation({
    mutationFn: () => saveSchedule(id, { active: !active }),
    onSuccess: renew,
  })
  const remove = useMutation({ mutationFn: () => deleteSchedule(id), onSuccess: renew })
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line px-4 py-3">
      <div className="min-w-0 text-sm">
        <h3 className="font-semibold break-all">{url}</h3>
        <p className="text-ink-soft">{everyWords(schedule)}</p>
        <NextRun schedule={schedule} />
        {turn.error === null ? null : (
          <p role="alert" className="text-xs font-medium text-down">
            {turn.error.message}
          </p>
        )}
      </div>
      {mayChange ? (
        <span className="flex">
          <IconButton
            name={`${active ? 'Pause' : 'Go on with'} ${url}`}
            isDisabled={turn.isPending}
            onPress={() => turn.mutate()}
          >
            {active ? <Pause aria-hidden /> : <Play aria-hidden />}
          </IconButton>
          <IconButton name={`Edit ${url}`} onPress={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton name={`Delete ${url}`} onPress={() => setLeaving(true)}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      ) : null}
      <ConfirmDialog
        title="Stop repeating this crawl?"
        action="Delete"
        name={url}
        isOpen={isLeaving}
        isPending={remove.isPending}
        error={remove.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>Its crawls so far stay. Nothing is crawled by it any more.</p>
      </ConfirmDialog>
    </li>
  )
}

function NextRun({ schedule: { nextAt, lastJobId, lastError } }: { schedule: Schedule }) {
  return (
    <>
      <p className="text-xs text-ink-faint">
        {nextAt === null ? (
          'Paused'
        ) : (
          <>
            Next: <Time at={nextAt} />
          </>
        )}
        {lastJobId === null ? null : (
          <>
            {'. '}
            <Link
              to="/crawls/$jobId"
              params={{ jobId: lastJobId }}
              className="font-medium text-accent hover:underline"
            >
              The last run
            </Link>
          </>
        )}
      </p>
      {lastError === null ? null : (
        <p className="text-xs font-medium break-words text-down">{lastError}</p>
      )}
    </>
  )
}
