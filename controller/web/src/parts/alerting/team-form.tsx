import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Team } from '../../data/alerting.ts'
import type { Contact } from '../../data/wire.ts'
import { saveTeam, teamsQuery } from '../../data/alerting.ts'
import { formErrors } from '../../data/field-errors.ts'
import type { Listed } from '../../data/listed.ts'
import type { Person } from '../../data/people.ts'
import { changedFields } from '../changed-fields.ts'
import { Button } from '../controls/button.tsx'
import { Form } from '../controls/form.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { PickList } from '../controls/pick-list.tsx'
import { TextField } from '../controls/text-field.tsx'
import { listedChoices } from './listed-choices.ts'
import { FormError } from '../feedback/form-error.tsx'

type Draft = Pick<Team, 'name' | 'memberIds' | 'contactIds' | 'escalation'>
type Step = Team['escalation'][number]

const EMPTY: Draft = { name: '', memberIds: [], contactIds: [], escalation: [] }
/** Between one step and the next, to begin with. */
const STEP_MINUTES = 15

export interface Recipients {
  readonly people: Listed<Person>
  readonly contacts: Listed<Contact>
}

export function TeamForm({
  team,
  recipients,
  onSaved,
  onClose,
}: {
  /** null: a new one. */
  team: Team | null
  recipients: Recipients
  onSaved: () => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft>(team ?? EMPTY)
  const { name, memberIds, contactIds, escalation } = draft
  const save = useMutation({
    mutationFn: () => {
      const body = { name, memberIds, contactIds, escalation }
      // Of one that is there only what was changed.
      return saveTeam(team?.id ?? null, team === null ? body : changedFields(body, { ...team }))
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: teamsQuery.queryKey })
      onSaved()
    },
  })
  const errors = formErrors(save.error, (path) => /^(?:name$|escalation)/.test(path))
  const isTwice =
    new Set(escalation.map(({ afterMinutes }) => afterMinutes)).size < escalation.length
  const changeStep = (index: number, step: Step) =>
    setDraft({ ...draft, escalation: escalation.with(index, step) })
  return (
    <Form className="space-y-5" isPending={save.isPending} onSend={() => save.mutate()}>
      <TextField
        label="Name"
        value={name}
        onChange={(value) => setDraft({ ...draft, name: value })}
        error={errors.of('name')}
        autoFocus
      />
      <Who
        recipients={recipients}
        picked={draft}
        onChange={(who) => setDraft({ ...draft, ...who })}
      />
      {escalation.map((step, index) => (
        // A step has no name but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={index} className="space-y-3 rounded-xl border border-line p-3">
          <div className="flex items-end gap-3">
            <NumberField
              label="Then, after"
              unit="minutes"
              className="w-40"
              minValue={1}
              value={step.afterMinutes}
              onChange={(afterMinutes) => changeStep(index, { ...step, afterMinutes })}
              error={errors.of(`escalation[${index}].afterMinutes`)}
            />
            <IconButton
              name={`Remove step ${index + 1}`}
              onPress={() => setDraft({ ...draft, escalation: escalation.toSpliced(index, 1) })}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </div>
          <Who
            recipients={recipients}
            picked={step}
            onChange={(who) => changeStep(index, { ...step, ...who })}
          />
          <FormError
            text={
              errors.of(`escalation[${index}]`) === undefined ||
              step.memberIds.length + step.contactIds.length > 0
                ? undefined
                : 'Somebody must be picked.'
            }
          />
        </section>
      ))}
      <Button
        isSmall
        onPress={() => {
          const afterMinutes = (escalation.at(-1)?.afterMinutes ?? 0) + STEP_MINUTES
          const step = { afterMinutes, memberIds: [], contactIds: [] }
          setDraft({ ...draft, escalation: [...escalation, step] })
        }}
      >
        <Plus aria-hidden />
        Add a step while it lasts
      </Button>
      <FormError
        text={
          isTwice && errors.of('escalation') !== undefined
            ? 'Two steps cannot be at the same minute.'
            : errors.rest
        }
      />
      <FormButtons
        action={team === null ? 'Add team' : 'Save'}
        isPending={save.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}

type Who = Pick<Step, 'memberIds' | 'contactIds'>

function Who({
  recipients,
  picked,
  onChange,
}: {
  recipients: Recipients
  picked: Who
  onChange: (who: Partial<Who>) => void
}) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <PickList
        label="People"
        {...listedChoices(recipients.people)}
        picked={picked.memberIds}
        onChange={(ids) => onChange({ memberIds: [...ids] })}
        empty="Nobody can be picked."
      />
      <PickList
        label="Contacts"
        {...listedChoices(recipients.contacts)}
        picked={picked.contactIds}
        onChange={(ids) => onChange({ contactIds: [...ids] })}
        empty="There are no contacts yet."
      />
    </div>
  )
}
