import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewFactor } from '../../data/second-factor.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  makeBackupCodes,
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
  const [open, setOpen] = useState<keyof typeof STEPS | null>(null)
  const close = () => setOpen(null)
  const { title, Step } = STEPS[open ?? 'setUp']
  return (
    <Card
      title="Second factor"
      actions={
        isOn ? (
          <span className="flex flex-wrap justify-end gap-2">
            <Button isSmall onPress={() => setOpen('codes')}>
              New backup codes
            </Button>
            <Button isSmall onPress={() => setOpen('switchOff')}>
              Switch off
            </Button>
          </span>
        ) : (
          <Button isSmall onPress={() => setOpen('setUp')}>
            Set up
          </Button>
        )
      }
    >
      <p className="text-sm text-ink-soft">
        {isOn
          ? 'Signing in takes a code of your authenticator besides the password.'
          : 'With an authenticator app a stolen password alone lets nobody in.'}
      </p>
      <Dialog title={title} isOpen={open !== null} onClose={close}>
        <Step onDone={close} />
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

function NewCodes({ onDone }: { onDone: () => void }) {
  const make = useMutation({ mutationFn: makeBackupCodes })
  if (make.data === undefined) {
    return (
      <div className="space-y-4 text-sm text-ink-soft">
        <p>Those you have now work no longer then.</p>
        <PasswordStep action="Make new ones" ask={make} />
      </div>
    )
  }
  return (
    <div className="space-y-4 text-sm">
      <BackupCodes codes={make.data} />
      <div className="flex justify-end">
        <Button look="primary" onPress={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p className="text-ink-soft">
        Keep these codes: each signs you in once when the authenticator is lost. They are shown this
        once.
      </p>
      <CopyField label="Backup codes" text={codes.join('\n')} />
    </>
  )
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
      <BackupCodes codes={factor.backupCodes} />
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

/** What a person can do about it. */
const STEPS = {
  setUp: { title: 'Set up a second factor', Step: SetUp },
  codes: { title: 'Make new backup codes', Step: NewCodes },
  switchOff: { title: 'Switch the second factor off', Step: SwitchOff },
} as const
