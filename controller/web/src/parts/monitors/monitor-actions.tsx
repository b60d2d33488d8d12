import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { changeMonitors, deleteMonitors } from '../../data/monitors.ts'
import type { Monitor, SetAction } from '../../data/wire.ts'
import { Button, buttonClasses } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Menu } from '../controls/menu.tsx'
import { tellFailure } from '../feedback/toasts.tsx'

/** What can be done with a monitor. */
export function MonitorActions({ monitor }: { monitor: Monitor }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const renew = () => queries.invalidateQueries({ queryKey: ['monitors'] })
  const change = useMutation({
    async mutationFn(action: SetAction) {
      const [problem] = await changeMonitors([monitor.id], action)
      if (problem !== undefined) throw new Error(problem)
    },
    onError: tellFailure,
    onSettled: renew,
  })
  // It is told at once, and read anew after: what the button says then it does.
  const isChanging = change.isPending && monitor.active !== (change.variables === 'resume')
  const remove = useMutation({
    mutationFn: () => deleteMonitors([monitor.id]),
    async onSuccess() {
      await navigate({ to: '/monitors' })
      await renew()
    },
  })
  return (
    <>
      <Button
        isPending={isChanging}
        onPress={() => change.mutate(monitor.active ? 'pause' : 'resume')}
      >
        {monitor.active ? <Pause aria-hidden /> : <Play aria-hidden />}
        {monitor.active ? 'Pause' : 'Resume'}
      </Button>
      <Link
        to="/monitors/$monitorId/edit"
        params={{ monitorId: monitor.id }}
        className={buttonClasses('plain')}
      >
        <Pencil aria-hidden />
        Edit
      </Link>
      <Menu
        label="More"
        renderTrigger={(opener) => (
          <IconButton {...opener} name="More">
            <Ellipsis aria-hidden />
          </IconButton>
        )}
        entries={[
          {
            id: 'copy',
            text: 'Duplicate',
            icon: <Copy aria-hidden />,
            onAction: () =>
              void navigate({ to: '/monitors/new', search: { like: monitor.id } as never }),
          },
          {
            id: 'delete',
            text: 'Delete',
            icon: <Trash2 aria-hidden />,
            isDanger: true,
            onAction: () => setLeaving(true),
          },
        ]}
      />
      <ConfirmDialog
        title="Delete this monitor?"
        action="Delete monitor"
        name={monitor.name}
        isOpen={isLeaving}
        isPending={remove.isPending}
        error={remove.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>Its results and outages can no longer be read.</p>
      </ConfirmDialog>
    </>
  )
}
