import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formErrors } from '../../data/field-errors.ts'
import type { Me } from '../../data/me.ts'
import { meQuery, useMe } from '../../data/me.ts'
import { goToWorkspace, makeWorkspace, renameWorkspace } from '../../data/workspaces.ts'
import { Button } from '../controls/button.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Form } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { tellDone, tellFailure } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'

/** The workspaces of the person: going to another, naming this one, making one more. */
export function Workspaces() {
  const me = useMe().data
  const [open, setOpen] = useState<'new' | 'name' | null>(null)
  if (me == null) return null
  const { managePeople, makeWorkspaces } = me.permissions
  const close = () => setOpen(null)
  return (
    <Card
      title="Workspaces"
      isFlush
      actions={
        makeWorkspaces ? (
          <Button isSmall onPress={() => setOpen('new')}>
            Make a workspace
          </Button>
        ) : null
      }
    >
      <ul>
        {me.workspaces.map((workspace) => (
          <WorkspaceRow
            key={workspace.id}
            workspace={workspace}
            isPresent={workspace.id === me.workspace?.id}
            onRename={managePeople ? () => setOpen('name') : null}
          />
        ))}
      </ul>
      <Dialog title="Make a workspace" isOpen={open === 'new'} onClose={close}>
        <NameForm
          hint="It has monitors, people and keys of its own. You are its owner, and go there now."
          action="Make it"
          send={async (name) => goToWorkspace(await makeWorkspace(name))}
          onDone={close}
        />
      </Dialog>
      <Dialog title="Rename the workspace" isOpen={open === 'name'} onClose={close}>
        <Rename present={me.workspace?.name ?? ''} onDone={close} />
      </Dialog>
    </Card>
  )
}

function WorkspaceRow({
  workspace: { id, name, role },
  isPresent,
  onRename,
}: {
  workspace: Me['workspaces'][number]
  isPresent: boolean
  /** null: the person may not. */
  onRename: (() => void) | null
}) {
  const go = useMutation({ mutationFn: () => goToWorkspace(id), onError: tellFailure })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-sm">
      <span className="min-w-0">
        <span className="font-medium break-words">{name}</span>
        <span className="block text-xs text-ink-soft">
          You are {role}
          {isPresent ? ', and work here now' : ''}
        </span>
      </span>
      {isPresent ? (
        onRename === null ? null : (
          <Button isSmall onPress={onRename}>
            Rename<span className="sr-only"> {name}</span>
          </Button>
        )
      ) : (
        <Button isSmall isPending={go.isPending} onPress={() => go.mutate()}>
          Go there
        </Button>
      )}
    </li>
  )
}

function Rename({ present, onDone }: { present: string; onDone: () => void }) {
  const queries = useQueryClient()
  return (
    <NameForm
      present={present}
      action="Rename"
      send={async (name) => {
        await renameWorkspace(name)
        await queries.invalidateQueries({ queryKey: meQuery.queryKey })
        tellDone(`The workspace is called ${name} now.`)
      }}
      onDone={onDone}
    />
  )
}

function NameForm({
  present = '',
  hint,
  action,
  send,
  onDone,
}: {
  present?: string
  hint?: string
  action: string
  send: (name: string) => Promise<void>
  onDone: () => void
}) {
  const [name, setName] = useState(present)
  const sent = useMutation({ mutationFn: () => send(name.trim()), onSuccess: onDone })
  const errors = formErrors(sent.error, (path) => path === 'name')
  return (
    <Form className="space-y-4" isPending={sent.isPending} onSend={() => sent.mutate()}>
      <TextField
        label="Name"
        hint={hint}
        value={name}
        onChange={setName}
        error={errors.of('name')}
        autoFocus
        isRequired
      />
      <FormError text={errors.rest} />
      <FormButtons action={action} isPending={sent.isPending} onCancel={onDone} />
    </Form>
  )
}
