import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveSchedule, schedulesQuery } from '../../data/crawls.ts'
import { formErrors } from '../../data/field-errors.ts'
import { useTold } from '../../data/told.ts'
import { timeZone } from '../../data/preferences.ts'
import type { Schedule } from '../../data/wire.ts'
import { everyWords } from '../../words/recurrence.ts'
import { instantOf } from '../../words/zoned.ts'
import { Button } from '../controls/button.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { PickList } from '../controls/pick-list.tsx'
import { Select } from '../controls/select.tsx'
import { Switch } from '../controls/switch.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { CrawlSettingsFields } from './crawl-settings-fields.tsx'
import { isSetting, orNull } from './crawl-settings.ts'
import type { ScheduleDraft } from './schedule-draft.ts'
import { bodyOf, draftOf } from './schedule-draft.ts'

const RECURRENCES = [
  { value: 'day', text: 'Every day' },
  { value: 'week', text: 'Every week' },
  { value: 'month', text: 'Every month' },
] as const
const ZONES = Intl.supportedValuesOf('timeZone')
const FIELDS = new Set(['url', 'from', 'recurrence', 'repeatEvery', 'timezone'])

/** A crawl that repeats. @param schedule null: a new one */
export function ScheduleForm({
  schedule,
  onClose,
}: {
  schedule: Schedule | null
  onClose: () => void
}) {
  const queries = useQueryClient()
  const zone = timeZone.use()
  const [draft, setDraft] = useState(() => draftOf(schedule, zone, Date.now()))
  const set =
    <K extends keyof ScheduleDraft>(name: K) =>
    (value: ScheduleDraft[K]) =>
      setDraft({ ...draft, [name]: value })
  const { settings } = draft
  const begins = instantOf(draft.from, draft.timezone)
  const save = useMutation({
    mutationFn: () => saveSchedule(schedule?.id ?? null, bodyOf(draft, schedule)),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: schedulesQuery.queryKey })
      onClose()
    },
  })
  const errors = formErrors(save.error, (path) => FIELDS.has(path) || isSetting(path))
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextField
        label="Site"
        placeholder="https://example.com"
        value={draft.url}
        onChange={set('url')}
        error={errors.of('url')}
        isCode
        autoFocus
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Repeats"
          choices={RECURRENCES}
          value={draft.recurrence}
          onChange={set('recurrence')}
        />
        <NumberField
          label="Every"
          unit={`${draft.recurrence}s`}
          minValue={1}
          value={draft.repeatEvery}
          onChange={set('repeatEvery')}
          error={errors.of('repeatEvery')}
        />
        <TextField
          label="First run"
          type="datetime-local"
          value={draft.from}
          onChange={set('from')}
          error={errors.of('from')}
        />
        <Select
          label="By the clocks of"
          choices={[...new Set([draft.timezone, 'UTC', ...ZONES])].map((value) => ({
            value,
            text: value,
          }))}
          value={draft.timezone}
          onChange={set('timezone')}
          error={errors.of('timezone')}
        />
      </div>
      {begins === null ? null : (
        <p className="text-sm text-ink-soft">
          {everyWords({ ...draft, from: begins.toISOString() })}
        </p>
      )}
      <CrawlSettingsFields settings={settings} errors={errors} onChange={set('settings')} />
      <Alerts alerts={draft.alerts} onChange={set('alerts')} />
      <FormError text={errors.rest} />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onPress={onClose}>
          Cancel
        </Button>
        <Button
          look="primary"
          type="submit"
          isDisabled={draft.url.trim() === ''}
          isPending={save.isPending}
        >
          {schedule === null ? 'Schedule it' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

const choicesOf = (all: readonly { id: string; name: string }[]) =>
  all.map(({ id, name }) => ({ value: id, text: name }))

/** Who is told when a run finds the site worse than the one before. */
function Alerts({
  alerts,
  onChange,
}: {
  alerts: Schedule['alerts']
  onChange: (alerts: Schedule['alerts']) => void
}) {
  const { people, contacts, teams } = useTold()
  return (
    <details className="rounded-xl border border-line">
      <summary className="cursor-pointer px-4 py-2.5 text-sm font-medium">Alerts</summary>
      <div className="space-y-4 px-4 pb-4">
        <Switch
          isSelected={alerts.newErrors}
          onChange={(newErrors) => onChange({ ...alerts, newErrors })}
        >
          When pages have errors that they had not
        </Switch>
        <Switch
          isSelected={alerts.indexability}
          onChange={(indexability) => onChange({ ...alerts, indexability })}
        >
          When search engines may show other pages
        </Switch>
        <NumberField
          label="When the score falls by"
          hint="Empty: never."
          unit="points"
          minValue={1}
          maxValue={100}
          value={alerts.scoreDrop ?? Number.NaN}
          onChange={(value) => onChange({ ...alerts, scoreDrop: orNull(value) })}
        />
        <PickList
          label="People"
          choices={choicesOf(people)}
          picked={alerts.memberIds}
          onChange={(memberIds) => onChange({ ...alerts, memberIds: [...memberIds] })}
          empty="Nobody can be picked."
        />
        <PickList
          label="Contacts"
          choices={choicesOf(contacts)}
          picked={alerts.contactIds}
          onChange={(contactIds) => onChange({ ...alerts, contactIds: [...contactIds] })}
          empty="There are no contacts yet: add them under Alerting."
        />
        {teams.length === 0 ? null : (
          <PickList
            label="Teams"
            choices={choicesOf(teams)}
            picked={alerts.teamIds}
            onChange={(teamIds) => onChange({ ...alerts, teamIds: [...teamIds] })}
          />
        )}
        <p className="text-xs text-ink-faint">Where nobody is picked the owners are told.</p>
      </div>
    </details>
  )
}
