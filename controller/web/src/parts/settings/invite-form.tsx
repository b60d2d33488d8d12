import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formErrors } from '../../data/field-errors.ts'
import { invitationsQuery, invite } from '../../data/people.ts'
import type { Role } from '../../data/me.ts'
import { ROLE_WORDS, ROLES } from '../../words/roles.ts'
import { Button } from '../controls/button.tsx'
import { Form } from '../controls/form.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { Select } from '../controls/select.tsx'
import { TextField } from '../controls/text-field.tsx'
import { CopyField } from '../copy-field.tsx'
import { FormError } from '../feedback/form-error.tsx'

export function InviteForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const send = useMutation({
    mutationFn: () => invite(email.trim(), role),
    onSuccess: () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
  if (send.data !== undefined) {
    return (
      <div className="space-y-4 text-sm">
        <p className="text-ink-soft">
          {send.data.mailed
            ? 'The invitation is on its way by mail. You can hand over the link yourself too:'
            : 'Hand over this link: it works once, for seven days, and is shown this once.'}
        </p>
        <CopyField label="Link" text={send.data.link} />
        <div className="flex justify-end">
          <Button look="primary" onPress={onClose}>
            Done
          </Button>
        </div>
      </div>
    )
  }
  const errors = formErrors(send.error, (path) => path === 'email' || path === 'role')
  return (
    <Form className="space-y-4" isPending={send.isPending} onSend={() => send.mutate()}>
      <TextField
        label="E-mail address"
        type="email"
        value={email}
        onChange={setEmail}
        error={errors.of('email')}
        autoFocus
      />
      <Select
        label="Role"
        choices={ROLES.map((each) => ({
          value: each,
          text: ROLE_WORDS[each].title,
          hint: ROLE_WORDS[each].means,
        }))}
        value={role}
        onChange={setRole}
        error={errors.of('role')}
      />
      <FormError text={errors.rest} />
      <FormButtons action="Invite" isPending={send.isPending} onCancel={onClose} />
    </Form>
  )
}
