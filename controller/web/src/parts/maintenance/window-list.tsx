import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Window } from '../../data/wire.ts'
import { deleteWindow } from '../../data/maintenance.ts'
import { countWords } from '../../words/durations.ts'
import { ruleWords } from '../../words/recurrence.ts'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'
import { byNext } from './by-next.ts'

const STATUS_WORDS = { active: 'Under way', scheduled: 'Planned', finished: 'Over' } as const

/** Every window with its rule in words. */
export function WindowList({
  windows,
  mayChange,
  onEdit,
}: {
  windows: readonly Window[]
  mayChange: boolean
  onEdit: (window: Window) => void
}) {
  return (
    <Card title="Windows" isFlush>
      <ul>
        {byNext(windows).map((window) => (
          <WindowRow
            key={window.id}
            window={window}
            mayChange={mayChange}
            onEdit={() => onEdit(window)}
          />
        ))}
      </ul>
    </Card>
  )
}

function WindowRow({
  window,
  mayChange,
  onEdit,
}: {
  window: Window
  mayChange: boolean
  onEdit: () => void
}) {
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteWindow(window.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['maintenance'] }),
  })
  const monitors = window.monitorIds.length
  return (
    <li className="flex items-start justify-between gap-3 border-t border-line px-4 py-3">
      <div className="min-w-0 text-sm">
        <h3 className="font-semibold break-words">{window.description}</h3>
        <p className="text-ink-soft">{ruleWords(window)}</p>
        <p className="text-xs text-ink-faint">
          {STATUS_WORDS[window.status]}.{' '}
          {window.allMonitors ? 'All monitors' : countWords(monitors, 'monitor')}
          {window.nextOccurrence === null ? null : (
            <>
              . Next: <Time at={window.nextOccurrence.from} />
            </>
          )}
        </p>
      </div>
      {mayChange ? (
        <span className="flex">
          <IconButton name={`Edit ${window.description}`} onPress={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton name={`Delete ${window.description}`} onPress={() => setLeaving(true)}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      ) : null}
      <ConfirmDialog
        title="Delete this window?"
        action="Delete window"
        name={window.description}
        isOpen={isLeaving}
        isPending={remove.isPending}
        error={remove.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>What it still had planned does not take place; one under way ends now.</p>
      </ConfirmDialog>
    </li>
  )
}
