import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formErrors } from '../../data/field-errors.ts'
import type { TagChange } from '../../data/monitors.ts'
import { FormButtons } from '../controls/form-buttons.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Form } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'

const listOf = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || [])

/** Tags of several monitors at once. */
export function TagDialog({
  title,
  onSend,
  onClose,
}: {
  title: string
  onSend: (change: TagChange) => Promise<void>
  onClose: () => void
}) {
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  const change = { addTags: listOf(added), removeTags: listOf(removed) }
  const send = useMutation({ mutationFn: () => onSend(change) })
  const errors = formErrors(send.error, () => false)
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form className="space-y-4" isPending={send.isPending} onSend={() => send.mutate()}>
        <TextField
          label="Add"
          hint="Several with commas between them."
          value={added}
          onChange={setAdded}
          autoFocus
        />
        <TextField label="Take away" value={removed} onChange={setRemoved} />
        <FormError text={errors.rest} />
        <FormButtons
          action="Change tags"
          isDisabled={change.addTags.length + change.removeTags.length === 0}
          isPending={send.isPending}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
