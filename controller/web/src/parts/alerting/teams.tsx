import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import type { Team } from '../../data/alerting.ts'
import { contactsQuery, deleteTeam, teamsQuery } from '../../data/alerting.ts'
import { peopleQuery } from '../../data/people.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'
import { Escalation } from './escalation.tsx'
import { namesOf } from './names-of.ts'
import { TeamForm } from './team-form.tsx'

/** Groups that are told together, and whom they call while an outage lasts. */
export function Teams({ mayChange }: { mayChange: boolean }) {
  const query = useQuery(teamsQuery)
  const people = useQuery(peopleQuery)
  const contacts = useQuery(contactsQuery)
  const recipients = {
    people: { all: people.data, error: people.error },
    contacts: { all: contacts.data?.contacts, error: contacts.error },
  }
  const [edited, setEdited] = useState<Team | 'new' | null>(null)
  const add = mayChange ? (
    <Button look="primary" isSmall onPress={() => setEdited('new')}>
      Add team
    </Button>
  ) : null
  return (
    <>
      <Loaded query={query}>
        {({ teams }) =>
          teams.length === 0 ? (
            <EmptyState icon={<Users />} title="There are no teams yet" action={add}>
              A team is told at once, and calls others while an outage lasts.
            </EmptyState>
          ) : (
            <div className="space-y-4">
              <div className="flex justify-end">{add}</div>
              <Loaded query={people}>
                {(allPeople) => (
                  <Loaded query={contacts}>
                    {(all) => (
                      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
                        {teams.map((team) => (
                          <li key={team.id}>
                            <TeamCard
                              team={team}
                              among={{ people: allPeople, contacts: all.contacts }}
                              mayChange={mayChange}
                              onEdit={() => setEdited(team)}
                            />
                          </li>
                        ))}
                      </ul>
                    )}
                  </Loaded>
                )}
              </Loaded>
            </div>
          )
        }
      </Loaded>
      <Dialog
        title={edited === 'new' ? 'Add a team' : 'Edit team'}
        isOpen={edited !== null}
        isWide
        onClose={() => setEdited(null)}
      >
        <TeamForm
          team={edited === 'new' ? null : edited}
          recipients={recipients}
          onSaved={() => setEdited(null)}
          onClose={() => setEdited(null)}
        />
      </Dialog>
    </>
  )
}

function TeamCard({
  team,
  among,
  mayChange,
  onEdit,
}: {
  team: Team
  among: Parameters<typeof namesOf>[1]
  mayChange: boolean
  onEdit: () => void
}) {
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteTeam(team.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: teamsQuery.queryKey }),
  })
  const steps = [{ afterMinutes: 0, ...team }, ...team.escalation].map((step) => ({
    afterMinutes: step.afterMinutes,
    names: namesOf(step, among),
  }))
  return (
    <Card
      title={team.name}
      actions={
        mayChange ? (
          <span className="flex">
            <IconButton name={`Edit ${team.name}`} onPress={onEdit}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton name={`Delete ${team.name}`} onPress={() => setLeaving(true)}>
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        ) : null
      }
    >
      <Escalation steps={steps} />
      <ConfirmDialog
        title="Delete this team?"
        action="Delete team"
        name={team.name}
        isOpen={isLeaving}
        isPending={remove.isPending}
        error={remove.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>Monitors that name it no longer tell it anything.</p>
      </ConfirmDialog>
    </Card>
  )
}
