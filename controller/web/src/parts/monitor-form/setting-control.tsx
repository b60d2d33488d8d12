import { Plus, Trash2 } from 'lucide-react'
import type { SettingField } from '../../words/settings/fields.ts'
import { choiceWords } from '../../words/choices.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { Select } from '../controls/select.tsx'
import { Switch } from '../controls/switch.tsx'
import { TextField } from '../controls/text-field.tsx'
import { linesOf, listOf, pairsOf, pairsText } from './lines.ts'
import type { Tree } from './paths.ts'
import { TextLines } from './text-lines.tsx'

/** What a control needs besides its field. */
export interface ControlContext {
  /** Words that settings choose from, by path. */
  readonly words: Readonly<Record<string, readonly string[]>>
  /** What is wrong with a setting, by its path. */
  readonly errorOf: (path: string) => string | undefined
}

const NOTHING = '(unset)'
/** What the API shows of a secret it keeps. */
const KEPT = '***'
const CODE_ROWS = 5

/** A setting, as its kind is typed. Emptied ones are null: the default holds. */
export function SettingControl({
  field,
  value,
  onChange,
  context,
  wordsPath = field.path,
}: {
  field: SettingField
  value: unknown
  onChange: (value: unknown) => void
  context: ControlContext
  /** Where its words are listed: entries of lists have the path of the list before theirs. */
  wordsPath?: string
}) {
  const { label, hint, placeholder, unit } = field
  const error = context.errorOf(field.path)
  const said = { label, hint, error }
  switch (field.kind) {
    case 'switch':
      return (
        <Switch isSelected={value === true} onChange={onChange} hint={hint}>
          {label}
        </Switch>
      )
    case 'number':
      return (
        <NumberField
          {...said}
          {...(unit === undefined ? {} : { unit })}
          value={typeof value === 'number' ? value : Number.NaN}
          onChange={(number) => onChange(Number.isNaN(number) ? null : number)}
          formatOptions={{ useGrouping: false }}
        />
      )
    case 'choice': {
      const words = context.words[wordsPath] ?? []
      const isUnset = value === null || value === undefined
      const choices = [
        ...(isUnset ? [{ value: NOTHING, text: 'Not chosen' }] : []),
        ...words.map((word) => ({ value: word, text: choiceWords(field.path, word) })),
      ]
      return (
        <Select
          {...said}
          choices={choices}
          value={isUnset ? NOTHING : String(value)}
          onChange={(word) => onChange(word === NOTHING ? null : word)}
        />
      )
    }
    case 'lines':
      return (
        <TextLines
          {...said}
          placeholder={placeholder}
          text={linesOf(value)}
          onChange={(text) => onChange(listOf(text))}
        />
      )
    case 'pairs':
      return (
        <TextLines
          {...said}
          placeholder={placeholder}
          text={pairsText(value)}
          onChange={(text) => onChange(pairsOf(text))}
        />
      )
    case 'rows':
      return <Rows field={field} value={value} onChange={onChange} context={context} />
    case 'secret':
      return (
        <TextField
          {...said}
          hint={value === KEPT ? 'Kept as it is unless you type another.' : hint}
          placeholder={value === KEPT ? '••••••••' : ''}
          type="password"
          autoComplete="off"
          value={typeof value === 'string' && value !== KEPT ? value : ''}
          onChange={(text) => onChange(text === '' ? null : text)}
        />
      )
    case 'text':
    case 'code':
      return (
        <TextField
          {...said}
          placeholder={placeholder ?? ''}
          {...(field.kind === 'code' ? { rows: CODE_ROWS, isCode: true } : {})}
          value={typeof value === 'string' ? value : ''}
          onChange={(text) => onChange(text === '' ? null : text)}
        />
      )
  }
}

function Rows({
  field,
  value,
  onChange,
  context,
}: {
  field: SettingField
  value: unknown
  onChange: (value: unknown) => void
  context: ControlContext
}) {
  const rows = Array.isArray(value) ? (value as Tree[]) : []
  const columns = field.columns ?? []
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 text-sm font-medium">{field.label}</legend>
      {field.hint === undefined ? null : (
        <p className="mb-2 text-xs text-ink-faint">{field.hint}</p>
      )}
      <div className="space-y-3">
        {rows.map((row, index) => (
          // A row has no name but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="flex items-end gap-2 rounded-lg border border-line p-3">
            <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-3">
              {columns.map((column) => (
                <SettingControl
                  key={column.path}
                  field={column}
                  wordsPath={`${field.path}.${column.path}`}
                  value={row[column.path]}
                  onChange={(next) => onChange(rows.with(index, { ...row, [column.path]: next }))}
                  context={{
                    ...context,
                    errorOf: (path) => context.errorOf(`${field.path}.${index}.${path}`),
                  }}
                />
              ))}
            </div>
            <IconButton
              name={`Remove row ${index + 1}`}
              onPress={() => onChange(rows.toSpliced(index, 1))}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </div>
        ))}
      </div>
      <Button isSmall className="mt-2" onPress={() => onChange([...rows, field.newRow ?? {}])}>
        <Plus aria-hidden />
        Add
      </Button>
    </fieldset>
  )
}
