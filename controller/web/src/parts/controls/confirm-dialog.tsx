import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { isNamed } from './is-named.ts'
import { TextField } from './text-field.tsx'

/** Asks before something is gone; with a name, that has to be typed.
 *  @param name what the person types to show that they mean it; null: a press is enough */
export function ConfirmDialog({
  title,
  action,
  name = null,
  isOpen,
  isPending = false,
  error,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  /** Words of the button. */
  action: string
  name?: string | null
  isOpen: boolean
  isPending?: boolean
  error?: string | undefined
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) {
  const [typed, setTyped] = useState('')
  const isMeant = name === null || isNamed(typed, name)
  return (
    <Dialog title={title} isOpen={isOpen} isAnswer onClose={onClose}>
      <Form
        className="space-y-4 text-sm text-ink-soft"
        isPending={isPending}
        onSend={() => {
          if (isMeant) onConfirm()
        }}
      >
        {children}
        {name === null ? null : (
          <TextField
            label={
              <>
                Type <strong className="break-all">{name}</strong> to go on
              </>
            }
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            error={error}
            autoFocus
          />
        )}
        {name === null && error !== undefined ? (
          <p role="alert" className="font-medium text-down">
            {error}
          </p>
        ) : null}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onPress={onClose}>
            Keep it
          </Button>
          <Button look="danger" type="submit" isDisabled={!isMeant} isPending={isPending}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
