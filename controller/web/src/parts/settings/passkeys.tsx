import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formErrors } from '../../data/field-errors.ts'
import type { Passkey } from '../../data/passkeys.ts'
import { addPasskey, canUsePasskeys, passkeysQuery, removePasskey } from '../../data/passkeys.ts'
import { browserWords } from '../../words/browsers.ts'
import { Button } from '../controls/button.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Form } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'

/** Ways to sign in without a password: by what unlocks a device. */
export function Passkeys() {
  const query = useQuery(passkeysQuery)
  const [isAdding, setAdding] = useState(false)
  const isPossible = canUsePasskeys()
  return (
    <Loaded query={query}>
      {(passkeys) => (
        <Card
          title="Passkeys"
          isFlush
          actions={
            isPossible ? (
              <Button isSmall onPress={() => setAdding(true)}>
                Add a passkey
              </Button>
            ) : null
          }
        >
          <p className="px-4 pb-4 text-sm text-ink-soft">
            {isPossible
              ? 'Sign in by what unlocks this device: a finger, your face or its code. No password can be stolen.'
              : 'Passkeys take a browser that knows them, and Sightline opened over https or as localhost.'}
          </p>
          <ul>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
          <Dialog title="Add a passkey" isOpen={isAdding} onClose={() => setAdding(false)}>
            <Add onDone={() => setAdding(false)} />
          </Dialog>
        </Card>
      )}
    </Loaded>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const remove = useMutation({
    mutationFn: () => removePasskey(passkey.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-sm">
      <span className="min-w-0">
        <span className="font-medium break-words">{passkey.name}</span>
        <span className="block text-xs text-ink-soft">
          Made <Time at={passkey.createdAt} />,{' '}
          {passkey.lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={passkey.lastUsedAt} />
            </>
          )}
          {passkey.isSynced ? ', on your other devices too' : ''}
        </span>
      </span>
      <Button isSmall look="danger" onPress={() => setLeaving(true)}>
        Remove<span className="sr-only"> {passkey.name}</span>
      </Button>
      <ConfirmDialog
        title="Remove this passkey?"
        action="Remove passkey"
        name={passkey.name}
        isOpen={isLeaving}
        isPending={remove.isPending}
        error={remove.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>Nobody can sign in with it any more. Your password stays as it is.</p>
      </ConfirmDialog>
    </li>
  )
}

function Add({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  const [name, setName] = useState(() => browserWords(navigator.userAgent))
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim()),
    async onSuccess(passkey) {
      tellDone(`You can sign in with ${passkey.name} now.`)
      onDone()
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    },
  })
  const errors = formErrors(add.error, (path) => path === 'name')
  return (
    <Form className="space-y-4" isPending={add.isPending} onSend={() => add.mutate()}>
      <TextField
        label="Name"
        hint="To tell it from your others."
        value={name}
        onChange={setName}
        error={errors.of('name')}
        autoFocus
        isRequired
      />
      <FormError text={errors.rest} />
      <FormButtons action="Go on" isPending={add.isPending} onCancel={onDone} />
    </Form>
  )
}
