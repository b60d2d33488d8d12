import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Story } from '../../data/wire.ts'
import { addNote, deleteNote } from '../../data/outages.ts'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { Form } from '../controls/form.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { LeaveGuard } from '../feedback/leave-guard.tsx'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'

const ROWS = 3

/** What people write on an outage. */
export function Notes({
  outageId,
  notes,
  mayWrite,
}: {
  outageId: string
  notes: Story['notes']
  mayWrite: boolean
}) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [isPublic, setPublic] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const renew = () => queries.invalidateQueries({ queryKey: ['outages'] })
  const add = useMutation({
    mutationFn: () => addNote(outageId, { text, public: isPublic }),
    async onSuccess() {
      setText('')
      setPublic(false)
      await renew()
    },
  })
  const remove = useMutation({
    mutationFn: (noteId: string) => deleteNote(outageId, noteId),
    async onSuccess() {
      await renew()
      setAsked(null)
    },
  })
  if (!mayWrite && notes.length === 0) return null
  return (
    <Card title="Notes">
      <ul className="space-y-3">
        {notes.map((note) => (
          <li key={note.id} className="flex items-start gap-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="text-xs text-ink-faint">
                {note.author.name}, <Time at={note.createdAt} />
                {note.public ? ', shown on status pages' : ''}
              </span>
              <span className="block break-words whitespace-pre-wrap">{note.text}</span>
            </span>
            {mayWrite ? (
              <IconButton name="Delete the note" onPress={() => setAsked(note.id)}>
                <Trash2 aria-hidden />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {mayWrite ? (
        <Form className="mt-4 space-y-3" isPending={add.isPending} onSend={() => add.mutate()}>
          <TextField label="Write a note" rows={ROWS} value={text} onChange={setText} />
          <FormError text={add.error?.message} />
          <LeaveGuard isDirty={() => text.trim() !== ''} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Checkbox isSelected={isPublic} onChange={setPublic}>
              Show on status pages, and tell their subscribers
            </Checkbox>
            <Button type="submit" isSmall isDisabled={text.trim() === ''} isPending={add.isPending}>
              Add
            </Button>
          </div>
        </Form>
      ) : null}
      <ConfirmDialog
        title="Delete this note?"
        action="Delete"
        isOpen={asked !== null}
        isPending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => asked && remove.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        <p>It is gone from status pages too.</p>
      </ConfirmDialog>
    </Card>
  )
}
