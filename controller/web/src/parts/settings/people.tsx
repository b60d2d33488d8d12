import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '../../data/people.ts'
import { changeRole, peopleQuery, removePerson } from '../../data/people.ts'
import type { Role } from '../../data/me.ts'
import { usePermissions } from '../../data/me.ts'
import { ROLE_WORDS, ROLES } from '../../words/roles.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Select } from '../controls/select.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { tellDone, tellFailure } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'

/** Who belongs to the workspace, and who was asked to. */
export function People() {
  const query = useQuery(peopleQuery)
  const { managePeople } = usePermissions()
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <Loaded query={query}>
        {(people) => (
          <Card
            title="People"
            isFlush
            actions={
              managePeople ? (
                <Button isSmall look="primary" onPress={() => setInviting(true)}>
                  Invite
                </Button>
              ) : null
            }
          >
            <ul>
              {people.map((person) => (
                <PersonRow key={person.id} person={person} mayChange={managePeople} />
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      {managePeople ? <Invitations /> : null}
      <Dialog title="Invite somebody" isOpen={isInviting} onClose={() => setInviting(false)}>
        <InviteForm onClose={() => setInviting(false)} />
      </Dialog>
    </>
  )
}

function PersonRow({ person, mayChange }: { person: Person; mayChange: boolean }) {
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const renew = () => queries.invalidateQueries({ queryKey: peopleQuery.queryKey })
  const change = useMutation({
    mutationFn: (role: Role) => changeRole(person.id, role),
    async onSuccess(_done, role) {
      tellDone(`${person.name} is now ${ROLE_WORDS[role].title.toLowerCase()}.`)
      await renew()
    },
    onError: tellFailure,
  })
  const remove = useMutation({ mutationFn: () => removePerson(person.id), onSuccess: renew })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-sm">
      <span className="min-w-0">
        <span className="block font-medium break-words">{person.name}</span>
        <span className="block text-xs break-all text-ink-faint">
          {person.email ?? ROLE_WORDS[person.role].means}
        </span>
      </span>
      {mayChange ? (
        <span className="flex items-end gap-1">
          <Select
            label={<span className="sr-only">Role of {person.name}</span>}
            className="w-32"
            choices={ROLES.map((role) => ({
              value: role,
              text: ROLE_WORDS[role].title,
              hint: ROLE_WORDS[role].means,
            }))}
            value={person.role}
            onChange={(role) => change.mutate(role)}
          />
          <IconButton name={`Remove ${person.name}`} onPress={() => setLeaving(true)}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      ) : (
        <span className="text-xs text-ink-soft">{ROLE_WORDS[person.role].title}</span>
      )}
      <ConfirmDialog
        title={`Remove ${person.name}?`}
        action="Remove"
        name={person.name}
        isOpen={isLeaving}
        isPending={remove.isPending}
        error={remove.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>Their keys stop working here, and alerts no longer reach them.</p>
      </ConfirmDialog>
    </li>
  )
}
