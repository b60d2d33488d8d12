import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askForEmail, changeName } from '../../data/account.ts'
import { formErrors } from '../../data/field-errors.ts'
import { useMe } from '../../data/me.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Form } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'

/** Name and address of who is signed in. */
export function Profile() {
  const person = useMe().data?.person
  const [isOpen, setOpen] = useState(false)
  if (person === undefined) return null
  return (
    <Card title="Name and address">
      <div className="max-w-sm space-y-5">
        <NameForm key={person.name} name={person.name} />
        <div>
          <p className="text-sm font-medium">E-mail address</p>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 text-sm break-all text-ink-soft">{person.email}</p>
            <Button isSmall onPress={() => setOpen(true)}>
              Change address
            </Button>
          </div>
          <p className="mt-1 text-xs text-ink-faint">
            You sign in with it, and are told of outages there.
          </p>
        </div>
      </div>
      <Dialog title="Change your address" isOpen={isOpen} onClose={() => setOpen(false)}>
        <EmailForm onDone={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

function NameForm({ name }: { name: string }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(name)
  const save = useMutation({
    mutationFn: () => changeName(typed),
    async onSuccess() {
      tellDone('Your name is changed.')
      await Promise.all(
        ['me', 'people'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
    },
  })
  const errors = formErrors(save.error, (path) => path === 'name')
  return (
    <Form className="space-y-3" isPending={save.isPending} onSend={() => save.mutate()}>
      <TextField
        label="Name"
        hint="Others of your workspaces see it."
        autoComplete="name"
        maxLength={100}
        value={typed}
        onChange={setTyped}
        error={errors.of('name')}
      />
      <FormError text={errors.rest} />
      <Button type="submit" isDisabled={typed.trim() === name} isPending={save.isPending}>
        Save name
      </Button>
    </Form>
  )
}

const FIELDS = new Set(['email', 'password'])

function EmailForm({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const ask = useMutation({
    mutationFn: () => askForEmail({ email: email.trim(), password }),
  })
  const errors = formErrors(ask.error, (path) => FIELDS.has(path))
  if (ask.data !== undefined) {
    return (
      <div className="space-y-4 text-sm">
        <p>
          A mail is on its way to <strong className="break-all">{ask.data.email}</strong>. Open its
          link in this browser within an hour: until then your address stays as it is.
        </p>
        <div className="flex justify-end">
          <Button look="primary" onPress={onDone}>
            Done
          </Button>
        </div>
      </div>
    )
  }
  return (
    <Form className="space-y-4" isPending={ask.isPending} onSend={() => ask.mutate()}>
      <TextField
        label="New address"
        hint="A link to confirm it is mailed there; your present address is told once it is changed."
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        error={errors.of('email')}
        autoFocus
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errors.of('password')}
      />
      <FormError text={errors.rest} />
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={ask.isPending}>
          Send the link
        </Button>
      </div>
    </Form>
  )
}
