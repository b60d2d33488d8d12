import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelOccurrence, moveOccurrence } from '../../data/maintenance.ts'
import { instantOf, wallClock } from '../../words/zoned.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Form } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { Time, TimeSpan } from '../time.tsx'
import type { Planned } from './planned.ts'

/** One occurrence: when it is, moved by its times, or cancelled. */
export function OccurrenceDialog({
  occurrence,
  zone,
  mayChange,
  onClose,
}: {
  occurrence: Planned
  zone: string
  mayChange: boolean
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [shown] = useState(() => ({
    from: wallClock(new Date(occurrence.from), zone),
    to: wallClock(new Date(occurrence.to), zone),
  }))
  const [from, setFrom] = useState(shown.from)
  const [to, setTo] = useState(shown.to)
  async function done(): Promise<void> {
    await queries.invalidateQueries({ queryKey: ['maintenance'] })
    onClose()
  }
  const move = useMutation({
    mutationFn: async () => {
      const [start, end] = [instantOf(from, zone), instantOf(to, zone)]
      if (start === null || end === null) throw new Error('Give both a beginning and an end.')
      // What was not touched may have seconds, which no field shows; of one that is under way only the end may change.
      await moveOccurrence(occurrence.id, {
        from: from === shown.from ? undefined : start,
        to: to === shown.to ? undefined : end,
      })
    },
    onSuccess: done,
  })
  const cancel = useMutation({ mutationFn: () => cancelOccurrence(occurrence.id), onSuccess: done })
  const isOpenToChange = mayChange && ['scheduled', 'active'].includes(occurrence.status)
  return (
    <Dialog title={occurrence.description} isOpen onClose={onClose}>
      <Form className="space-y-4 text-sm" isPending={move.isPending} onSend={() => move.mutate()}>
        <p className="text-ink-soft">
          <TimeSpan from={occurrence.from} to={occurrence.to} form="full" />
          {occurrence.moved ? (
            <>
              , by the schedule at <Time at={occurrence.originalFrom} form="full" />
            </>
          ) : null}
          {occurrence.status === 'cancelled' ? '. It is cancelled.' : '.'}
        </p>
        {isOpenToChange ? (
          <>
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <TextField
                label="Begins"
                hint={zone}
                type="datetime-local"
                value={from}
                onChange={setFrom}
                isDisabled={occurrence.status === 'active'}
              />
              <TextField
                label="Ends"
                hint={zone}
                type="datetime-local"
                value={to}
                onChange={setTo}
              />
            </div>
            <FormError text={(move.error ?? cancel.error)?.message} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button look="danger" isPending={cancel.isPending} onPress={() => cancel.mutate()}>
                {occurrence.status === 'active' ? 'End it now' : 'Cancel this one'}
              </Button>
              <Button look="primary" type="submit" isPending={move.isPending}>
                Move it
              </Button>
            </div>
          </>
        ) : null}
      </Form>
    </Dialog>
  )
}
