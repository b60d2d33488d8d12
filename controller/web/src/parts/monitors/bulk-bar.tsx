import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TagChange } from '../../data/monitors.ts'
import { changeMonitors, deleteMonitors, tagMonitors } from '../../data/monitors.ts'
import type { Monitors, SetAction } from '../../data/wire.ts'
import { countWords } from '../../words/durations.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { tellDone, tellFailure } from '../feedback/toasts.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { toChange } from './to-change.ts'

const OPPOSITE = { pause: 'resume', resume: 'pause' } as const
const DONE = { pause: 'paused', resume: 'resumed' } as const

const amount = (count: number): string => countWords(count, 'monitor')

/** What can be done with those that are picked. */
export function BulkBar({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const [isTagging, setTagging] = useState(false)
  const renew = () => queries.invalidateQueries({ queryKey: ['monitors'] })

  /** As they are on the lists that were read. */
  function known(): ReadonlyMap<string, boolean> {
    const lists = queries.getQueriesData<Monitors>({ queryKey: ['monitors', 'list'] })
    const monitors = lists.flatMap(([, list]) => list?.monitors ?? [])
    return new Map(monitors.map(({ id, active }) => [id, active]))
  }

  async function change(those: readonly string[], action: SetAction, canUndo: boolean) {
    const changed = toChange(those, action, known())
    const failed = await changeMonitors(those, action)
    await renew()
    const undo = () => void change(changed, OPPOSITE[action], false).catch(tellFailure)
    const [problem] = failed
    if (problem !== undefined) {
      tellFailure(new Error(`${failed.length} could not be ${DONE[action]}. ${problem}`))
    }
    if (failed.length < those.length) {
      tellDone(
        `${amount(those.length - failed.length)} ${DONE[action]}.`,
        canUndo && changed.length > 0 ? undo : null,
      )
    }
    onClear()
  }
  const act = useMutation({
    mutationFn: (action: SetAction) => change(ids, action, true),
    onError: tellFailure,
  })
  const remove = useMutation({
    mutationFn: () => deleteMonitors(ids),
    async onSuccess() {
      setLeaving(false)
      onClear()
      await renew()
    },
  })
  async function tag(tags: TagChange): Promise<void> {
    try {
      await tagMonitors(ids, tags)
    } finally {
      // Some may be changed though others could not be.
      await renew()
    }
    setTagging(false)
    tellDone(`Tags of ${amount(ids.length)} are changed.`)
    onClear()
  }
  if (ids.length === 0) return null
  return (
    <>
      {/* The last rows are read and picked above it. */}
      <div aria-hidden className="h-40 sm:h-20" />
      <div
        role="toolbar"
        aria-label="Picked monitors"
        className="fixed inset-x-4 bottom-4 z-20 mx-auto flex w-fit flex-wrap items-center gap-2 rounded-2xl border border-line bg-raised px-4 py-2.5 text-sm shadow-raised"
      >
        <span className="mr-2 font-medium">{amount(ids.length)} picked</span>
        <Button isSmall isPending={act.isPending} onPress={() => act.mutate('pause')}>
          Pause
        </Button>
        <Button isSmall isPending={act.isPending} onPress={() => act.mutate('resume')}>
          Resume
        </Button>
        <Button isSmall onPress={() => setTagging(true)}>
          Tags
        </Button>
        <Button isSmall look="danger" onPress={() => setLeaving(true)}>
          Delete
        </Button>
        <Button isSmall look="quiet" onPress={onClear}>
          Clear
        </Button>
        {isTagging ? (
          <TagDialog
            title={`Tags of ${amount(ids.length)}`}
            onSend={tag}
            onClose={() => setTagging(false)}
          />
        ) : null}
        <ConfirmDialog
          title={`Delete ${amount(ids.length)}?`}
          action="Delete"
          name={ids.length === 1 ? null : amount(ids.length)}
          isOpen={isLeaving}
          isPending={remove.isPending}
          error={remove.error?.message}
          onClose={() => setLeaving(false)}
          onConfirm={() => remove.mutate()}
        >
          <p>Their results and outages can no longer be read.</p>
        </ConfirmDialog>
      </div>
    </>
  )
}
