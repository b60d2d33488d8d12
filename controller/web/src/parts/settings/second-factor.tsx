import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewFactor } from '../../data/second-factor.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
} from '../../data/second-factor.ts'
import { useMe } from '../../data/me.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Form } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { CopyField } from '../copy-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'

/** A second step of signing in: codes of an authenticator. */
export function SecondFactor() {
  const isOn = useMe().data?.secondFactor ?? false
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Card
      title="Second factor"
      actions={
        <Button isSmall onPress={() => setOpen(true)}>
          {isOn ? 'Switch off' : 'Set up'}
        </Button>
      }
    >
      <p className="text-sm text-ink-soft">
        {isOn
          ? 'Signing in takes a code of your authenticator besides the password.'
          : 'With an authenticator app a stolen password alone lets nobody in.'}
      </p>
      <Dialog
        title={isOn ? 'Switch the second factor off' : 'Set up a second factor'}
        isOpen={isOpen}
        onClose={close}
      >
        {isOn ? <SwitchOff onDone={close} /> : <SetUp onDone={close} />}
      </Dialog>
    </Card>
  )
}

function PasswordStep({
  action,
  ask,
}: {
  action: string
  ask: { mutate: (password: string) => void; isPending: boolean; error: Error | null }
}) {
  const [password, setPassword] = useState('')
  return (
    <Form className="space-y-4" isPending={ask.isPending} onSend={() => ask.mutate(password)}>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus
      />
      <FormError text={ask.error?.message} />
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={ask.isPending}>
          {action}
        </Button>
      </div>
    </Form>
  )
}

function SwitchOff({ onDone }: { onDone: () => void }) {
  const end = useMutation({
    mutationFn: endSecondFactor,
    onSuccess() {
      tellDone('The second factor is off.')
      onDone()
    },
  })
  return <PasswordStep action="Switch it off" ask={end} />
}

function SetUp({ onDone }: { onDone: () => void }) {
  const begin = useMutation({ mutationFn: beginSecondFactor })
  if (begin.data === undefined) return <PasswordStep action="Go on" ask={begin} />
  return <Confirm factor={begin.data} onDone={onDone} />
}

/** The secret alone, for who types it in. */
function secretOf(uri: string): string {
  return URL.parse(uri)?.searchParams.get('secret') ?? uri
}

function Confirm({ factor, onDone }: { factor: NewFactor; onDone: () => void }) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => confirmSecondFactor(code),
    onSuccess() {
      tellDone('The second factor is on.')
      onDone()
    },
  })
  return (
    <Form
      className="space-y-4 text-sm"
      isPending={confirm.isPending}
      onSend={() => confirm.mutate()}
    >
      <p className="text-ink-soft">
        Add this key to your authenticator, or{' '}
        <a className="text-accent underline" href={factor.uri}>
          open it there
        </a>{' '}
        on a phone.
      </p>
      <CopyField label="Key" text={secretOf(factor.uri)} />
      <p className="text-ink-soft">
        Keep these codes: each signs you in once when the authenticator is lost.
      </p>
      <CopyField label="Backup codes" text={factor.backupCodes.join(' ')} />
      <TextField
        label="Code it shows now"
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <FormError text={confirm.error?.message} />
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={confirm.isPending}>
          Switch it on
        </Button>
      </div>
    </Form>
  )
}
