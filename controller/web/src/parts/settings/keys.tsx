import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { OwnKey } from '../../data/account.ts'
import { createKey, keysQuery, revokeKey } from '../../data/account.ts'
import { formErrors } from '../../data/field-errors.ts'
import { classes } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Form } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { CopyField } from '../copy-field.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'

const STATE_WORDS = {
  inForce: 'In force',
  expired: 'Expired',
  revoked: 'Revoked',
  personLeft: 'Its person left',
} as const

/** The person's keys of the API. */
export function Keys() {
  const query = useQuery(keysQuery)
  const [isMaking, setMaking] = useState(false)
  const make = (
    <Button look="primary" isSmall onPress={() => setMaking(true)}>
      Make a key
    </Button>
  )
  return (
    <>
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon={<KeyRound />} title="You have no keys" action={make}>
              Programs use the API with a key, which acts with your role.
            </EmptyState>
          ) : (
            <Card title="Keys" actions={make} isFlush>
              <ul>
                {keys.map((key) => (
                  <KeyRow key={key.id} ownKey={key} />
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
      <Dialog title="Make a key" isOpen={isMaking} onClose={() => setMaking(false)}>
        <KeyForm onClose={() => setMaking(false)} />
      </Dialog>
    </>
  )
}

function KeyForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const make = useMutation({
    mutationFn: () => createKey({ name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  if (make.data !== undefined) {
    return (
      <div className="space-y-4 text-sm">
        <p className="text-ink-soft">Keep it now: it is shown this once.</p>
        <CopyField label="Key" text={make.data} />
        <div className="flex justify-end">
          <Button look="primary" onPress={onClose}>
            Done
          </Button>
        </div>
      </div>
    )
  }
  const errors = formErrors(make.error, (path) => path === 'name')
  return (
    <Form className="space-y-4" isPending={make.isPending} onSend={() => make.mutate()}>
      <TextField
        label="Name"
        hint="What it is for, so that you know later what stops when you revoke it."
        placeholder="Deploy script"
        value={name}
        onChange={setName}
        error={errors.of('name')}
        autoFocus
      />
      <FormError text={errors.rest} />
      <FormButtons action="Make it" isPending={make.isPending} onCancel={onClose} />
    </Form>
  )
}

function KeyRow({ ownKey }: { ownKey: OwnKey }) {
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const revoke = useMutation({
    mutationFn: () => revokeKey(ownKey.id),
    async onSuccess() {
      setLeaving(false)
      await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
    },
  })
  const isInForce = ownKey.state === 'inForce'
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line px-4 py-3 text-sm">
      <span className={classes('min-w-0', !isInForce && 'opacity-70')}>
        <span className="font-medium break-words">{ownKey.name}</span>{' '}
        <span className="font-mono text-xs text-ink-faint">…{ownKey.lastFour}</span>
        <span className="block text-xs text-ink-soft">
          {STATE_WORDS[ownKey.state]}. Made <Time at={ownKey.createdAt} />,{' '}
          {ownKey.lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={ownKey.lastUsedAt} />
            </>
          )}
          {ownKey.expiresAt === null ? null : (
            <>
              , until <Time at={ownKey.expiresAt} />
            </>
          )}
          .
        </span>
      </span>
      {isInForce ? (
        <Button isSmall look="danger" onPress={() => setLeaving(true)}>
          Revoke<span className="sr-only"> {ownKey.name}</span>
        </Button>
      ) : null}
      <ConfirmDialog
        title="Revoke this key?"
        action="Revoke key"
        name={ownKey.name}
        isOpen={isLeaving}
        isPending={revoke.isPending}
        error={revoke.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => revoke.mutate()}
      >
        <p>Whatever uses it is refused from then on.</p>
      </ConfirmDialog>
    </li>
  )
}
