import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveSchedule, schedulesQuery } from '../../data/crawls.ts'
import { formErrors } from '../../data/field-errors.ts'
import { useTold } from '../../data/told.ts'
import { timeZone } from '../../data/preferences.ts'
import type { Schedule } from '../../data/wire.ts'
import { everyWords } from '../../words/recurrence.ts'
import { instantOf } from '../../words/zoned.ts'
import { ToldPick } from '../alerting/told-pick.tsx'
import { Form } from '../controls/form.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { Select } from '../controls/select.tsx'
import { Switch } from '../controls/switch.tsx'
import { TextField } from '../controls/text-field.tsx'
import { ZoneSelect } from '../controls/zone-select.tsx'
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
    <Form className="space-y-4" isPending={save.isPending} onSend={() => save.mutate()}>
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
        <ZoneSelect
          label="By the clocks of"
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
      <FormButtons
        action={schedule === null ? 'Schedule it' : 'Save'}
        isDisabled={draft.url.trim() === ''}
        isPending={save.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}

/** Who is told when a run finds the site worse than the one before. */
function Alerts({
  alerts,
  onChange,
}: {
  alerts: Schedule['alerts']
  onChange: (alerts: Schedule['alerts']) => void
}) {
  const told = useTold()
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
        <ToldPick
          told={told}
          picked={alerts}
          onChange={(change) => onChange({ ...alerts, ...change })}
        />
        <p className="text-xs text-ink-faint">Where nobody is picked the owners are told.</p>
      </div>
    </details>
  )
}
