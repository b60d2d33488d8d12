import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePassword, sessionsQuery } from '../../data/account.ts'
import { formErrors } from '../../data/field-errors.ts'
import { Button } from '../controls/button.tsx'
import { Form } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'

const FIELDS = new Set(['currentPassword', 'newPassword'])

export function PasswordForm() {
  const queries = useQueryClient()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const save = useMutation({
    mutationFn: () => changePassword({ currentPassword, newPassword }),
    async onSuccess() {
      setCurrent('')
      setNew('')
      tellDone('Your password is changed, and your other sessions are over.')
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  const errors = formErrors(save.error, (path) => FIELDS.has(path))
  return (
    <Card title="Password">
      <Form className="max-w-sm space-y-4" isPending={save.isPending} onSend={() => save.mutate()}>
        <TextField
          label="Present password"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={setCurrent}
          error={errors.of('currentPassword')}
        />
        <TextField
          label="New password"
          hint="At least 10 characters."
          type="password"
          autoComplete="new-password"
          value={newPassword}
          onChange={setNew}
          error={errors.of('newPassword')}
        />
        <FormError text={errors.rest} />
        <Button type="submit" isPending={save.isPending}>
          Change password
        </Button>
      </Form>
    </Card>
  )
}
