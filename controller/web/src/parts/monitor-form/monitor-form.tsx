import type { Told } from '../../data/told.ts'
import type { MonitorType } from '@sightline/shared/check-words'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { MonitorOptions } from '../../data/agents.ts'
import { formErrors, namedRefusal } from '../../data/field-errors.ts'
import { fieldNameAt } from '../../words/monitor-fields.ts'
import { TYPE_ORDER, TYPE_WORDS } from '../../words/settings/index.ts'
import { Form } from '../controls/form.tsx'
import { Select } from '../controls/select.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { Card } from '../layout/card.tsx'
import { AlertFields } from './alert-fields.tsx'
import type { Draft } from './draft.ts'
import { asType } from './draft.ts'
import { Fold } from './fold.tsx'
import { linesOf, listOf } from './lines.ts'
import type { Tree } from './paths.ts'
import { isSame } from './paths.ts'
import { proposeTarget, targetFor } from './propose-type.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { SettingGroups } from './setting-groups.tsx'
import { TakenBy } from './taken-by.tsx'
import { TextLines } from './text-lines.tsx'

const TYPES = TYPE_ORDER.map((value) => ({
  value,
  text: TYPE_WORDS[value].title,
  hint: TYPE_WORDS[value].means,
}))

/** A monitor as a form: what most people set comes first, the rest is folded.
 *  @param isNew its type can still be chosen */
export function MonitorForm({
  draft,
  onChange,
  options,
  told,
  error,
  isNew,
  trial,
  buttons,
  isPending,
  onSend,
}: {
  draft: Draft
  onChange: (draft: Draft) => void
  options: MonitorOptions
  told: Told
  error: unknown
  isNew: boolean
  /** What tries it before it is saved. */
  trial?: ReactNode
  buttons: ReactNode
  isPending: boolean
  onSend: () => void
}) {
  const defaults = options.defaults[draft.type] ?? {}
  const errors = formErrors(error, () => true)
  const { fields } = draft
  // One like another, which begins with its name, is of its type.
  const [hasChosen, setChosen] = useState(draft.name !== '')
  const setFields = (next: Tree) => onChange({ ...draft, fields: next })
  const settingDefaults = (defaults['settings'] ?? {}) as Tree

  /** What is pasted decides the type, until somebody chose one: then only an address that says of which type it is. */
  function type(url: string): void {
    const proposed = hasChosen && !url.includes('://') ? null : proposeTarget(url)
    const next = { ...draft, url }
    if (!isNew || proposed === null || proposed.type === draft.type) return onChange(next)
    onChange(asType(next, proposed.type, options.defaults[proposed.type] ?? {}))
  }

  function choose(chosen: MonitorType): void {
    setChosen(true)
    const next = asType(draft, chosen, options.defaults[chosen] ?? {})
    onChange({ ...next, url: draft.url === '' ? '' : targetFor(chosen, draft.url) })
  }

  return (
    <Form className="space-y-4" isPending={isPending} onSend={onSend}>
      <Card>
        <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-[1fr_14rem]">
          <TextField
            label="Address"
            hint="A page, host:port, a name, a mail server: paste what you have."
            placeholder="https://example.com"
            value={draft.url}
            onChange={type}
            error={errors.of('url')}
            isCode
            autoFocus={isNew}
          />
          <Select
            label="Type"
            choices={TYPES}
            value={draft.type}
            onChange={choose}
            isDisabled={!isNew}
            error={errors.of('type')}
          />
          <TextField
            label="Name"
            hint="By its address, unless you give one."
            value={draft.name}
            onChange={(name) => onChange({ ...draft, name })}
            error={errors.of('name')}
          />
        </div>
      </Card>
      <SettingGroups
        type={draft.type}
        settings={(fields['settings'] ?? {}) as Tree}
        defaults={settingDefaults}
        onChange={(settings) => setFields({ ...fields, settings })}
        context={{
          words: options.settings[draft.type] ?? {},
          errorOf: (path) => errors.of(`settings.${path}`),
        }}
      />
      <Fold title="When and from where" isOpen>
        <ScheduleFields
          fields={fields}
          regions={options.regions}
          intervals={options.intervalsMinutes}
          errorOf={errors.of}
          onChange={setFields}
        />
      </Fold>
      <Fold title="Who is told" isOpen={!isSame(fields['alerts'], defaults['alerts'])}>
        <AlertFields fields={fields} told={told} errorOf={errors.of} onChange={setFields} />
      </Fold>
      <Fold title="Tags" isOpen={linesOf(fields['tags']) !== ''}>
        <TextLines
          label="Tags"
          hint="One on each line."
          text={linesOf(fields['tags'])}
          onChange={(text) => setFields({ ...fields, tags: listOf(text) })}
          error={errors.of('tags')}
        />
      </Fold>
      {trial}
      <FormError text={errors.rest ?? refusalOf(error, draft.type)}>
        <TakenBy error={error} />
      </FormError>
      <div className="flex flex-wrap items-center justify-end gap-2">{buttons}</div>
    </Form>
  )
}

/** What is wrong, said above the buttons too: not every field that can be is on the form. */
function refusalOf(error: unknown, type: MonitorType): string | undefined {
  return error instanceof Error
    ? namedRefusal(error.message, (path) => fieldNameAt(type, path))
    : undefined
}
