import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formErrors } from '../../data/field-errors.ts'
import type { Window } from '../../data/wire.ts'
import { saveWindow } from '../../data/maintenance.ts'
import { ruleWords } from '../../words/recurrence.ts'
import { instantOf } from '../../words/zoned.ts'
import { Form } from '../controls/form.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { Select } from '../controls/select.tsx'
import { Switch } from '../controls/switch.tsx'
import { TextField } from '../controls/text-field.tsx'
import { ZoneSelect } from '../controls/zone-select.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { MonitorsPick } from '../monitors-pick.tsx'
import type { WindowDraft } from './window-draft.ts'
import { bodyOf, draftOf } from './window-draft.ts'

const RECURRENCES = [
  { value: 'none', text: 'Once' },
  { value: 'day', text: 'Every day' },
  { value: 'week', text: 'Every week' },
  { value: 'month', text: 'Every month' },
] as const
const FIELDS = new Set(['description', 'from', 'to', 'repeatEvery', 'timezone', 'effectiveTo'])

/** @param window null: a new one */
export function WindowForm({
  window,
  zone,
  onClose,
}: {
  window: Window | null
  zone: string
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(window, zone, Date.now()))
  const set =
    <K extends keyof WindowDraft>(name: K) =>
    (value: WindowDraft[K]) =>
      setDraft({ ...draft, [name]: value })
  const from = instantOf(draft.from, draft.timezone)
  const to = instantOf(draft.to, draft.timezone)
  const save = useMutation({
    mutationFn: () => saveWindow(window?.id ?? null, bodyOf(draft, window)),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['maintenance'] })
      onClose()
    },
  })
  const errors = formErrors(save.error, (path) => FIELDS.has(path))
  return (
    <Form className="space-y-4" isPending={save.isPending} onSend={() => save.mutate()}>
      <TextField
        label="What is done"
        placeholder="Database upgrade"
        value={draft.description}
        onChange={set('description')}
        error={errors.of('description')}
        autoFocus
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="Begins"
          type="datetime-local"
          value={draft.from}
          onChange={set('from')}
          error={errors.of('from')}
        />
        <TextField
          label="Ends"
          type="datetime-local"
          value={draft.to}
          onChange={set('to')}
          error={errors.of('to')}
        />
        <Select
          label="Repeats"
          choices={RECURRENCES}
          value={draft.recurrence}
          onChange={set('recurrence')}
        />
        <ZoneSelect
          label="By the clocks of"
          value={draft.timezone}
          onChange={set('timezone')}
          error={errors.of('timezone')}
        />
        {draft.recurrence === 'none' ? null : (
          <>
            <NumberField
              label="Every"
              unit={`${draft.recurrence}s`}
              minValue={1}
              value={draft.repeatEvery}
              onChange={set('repeatEvery')}
              error={errors.of('repeatEvery')}
            />
            <TextField
              label="Until"
              hint="The last begins then at the latest. Empty: for ever."
              type="datetime-local"
              value={draft.effectiveTo}
              onChange={set('effectiveTo')}
              error={errors.of('effectiveTo')}
            />
          </>
        )}
      </div>
      {from === null || to === null || Number.isNaN(draft.repeatEvery) ? null : (
        <p className="text-sm text-ink-soft">
          {ruleWords({
            ...draft,
            from: from.toISOString(),
            to: to.toISOString(),
            effectiveTo: instantOf(draft.effectiveTo, draft.timezone)?.toISOString() ?? null,
          })}
        </p>
      )}
      <Switch isSelected={draft.allMonitors} onChange={set('allMonitors')}>
        All monitors, new ones too
      </Switch>
      {draft.allMonitors ? null : (
        <MonitorsPick label="Monitors" picked={draft.monitorIds} onChange={set('monitorIds')} />
      )}
      <FormError text={errors.rest} />
      <FormButtons
        action={window === null ? 'Plan it' : 'Save'}
        isPending={save.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}
