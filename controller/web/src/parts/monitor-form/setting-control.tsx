import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { SettingField } from '../../words/settings/fields.ts'
import { choiceWords, inOrder } from '../../words/choices.ts'
import { classes } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { SecretField } from '../controls/secret-field.tsx'
import { Select } from '../controls/select.tsx'
import { Switch } from '../controls/switch.tsx'
import { TextField } from '../controls/text-field.tsx'
import { linesOf, listOf, pairsOf, pairsText } from './lines.ts'
import type { Tree } from './paths.ts'
import { entryPath } from './paths.ts'
import { TextLines } from './text-lines.tsx'
import { isShown, KEPT } from './typed-settings.ts'

/** What a control needs besides its field. */
export interface ControlContext {
  /** Words that settings choose from, by path. */
  readonly words: Readonly<Record<string, readonly string[]>>
  /** What is wrong with a setting, by its path. */
  readonly errorOf: (path: string) => string | undefined
  /** Whether a setting can be nothing. */
  readonly isOptional: (path: string) => boolean
}

const NOTHING = '(unset)'
const CODE_ROWS = 5

interface ControlProps {
  readonly field: SettingField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly context: ControlContext
  /** Where its words are listed: entries of lists have the path of the list before theirs. */
  readonly wordsPath?: string
}

/** A setting, as its kind is typed. Emptied ones are null: the default holds. */
export function SettingControl(props: ControlProps) {
  const Control = CONTROLS[props.field.kind]
  return <Control {...props} />
}

/** What every control says of its field. */
function saidOf({ field: { label, hint, path }, context }: ControlProps) {
  return { label, hint, error: context.errorOf(path) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function SwitchControl({ field, value, onChange }: ControlProps) {
  return (
    <Switch isSelected={value === true} onChange={onChange} hint={field.hint}>
      {field.label}
    </Switch>
  )
}

function NumberControl(props: ControlProps) {
  const { field, value, onChange } = props
  return (
    <NumberField
      {...saidOf(props)}
      {...(field.unit === undefined ? {} : { unit: field.unit })}
      value={typeof value === 'number' ? value : Number.NaN}
      onChange={(number) => onChange(Number.isNaN(number) ? null : number)}
      formatOptions={{ useGrouping: false }}
    />
  )
}

function ChoiceControl(props: ControlProps) {
  const { field, value, onChange, context, wordsPath = field.path } = props
  const word = typeof value === 'string' ? value : NOTHING
  const words = field.ways ? Object.keys(field.ways) : (context.words[wordsPath] ?? [])
  const isUnset = word === NOTHING || context.isOptional(wordsPath)
  const unset = isUnset ? [{ value: NOTHING, text: 'Not chosen' }] : []
  return (
    <Select
      {...saidOf(props)}
      choices={[
        ...unset,
        ...inOrder(words).map((each) => ({
          value: each,
          text: field.ways?.[each] ?? choiceWords(field.path, each),
        })),
      ]}
      value={word}
      onChange={(chosen) => onChange(chosen === NOTHING ? null : chosen)}
    />
  )
}

function LinesControl(props: ControlProps) {
  const { field, value, onChange } = props
  return (
    <TextLines
      {...saidOf(props)}
      placeholder={field.placeholder}
      text={linesOf(value)}
      onChange={(text) => onChange(listOf(text))}
    />
  )
}

function PairsControl(props: ControlProps) {
  const { field, value, onChange } = props
  return (
    <TextLines
      {...saidOf(props)}
      placeholder={field.placeholder}
      text={pairsText(value)}
      onChange={(text) => onChange(pairsOf(text))}
    />
  )
}

function SecretControl(props: ControlProps) {
  const { field, value, onChange, context } = props
  // What is typed over it and emptied again is as before.
  const [isKept] = useState(value === KEPT)
  const isNeedless = context.isOptional(field.path) || field.isNeeded === true
  return (
    <SecretField
      {...saidOf(props)}
      type="password"
      value={value === KEPT ? '' : textOf(value)}
      onChange={(text) => onChange(text === '' ? (isKept ? KEPT : null) : text)}
      isKept={isKept}
      isTaken={value === null}
      onTake={isNeedless ? (isTaken) => onChange(isTaken ? null : KEPT) : undefined}
    />
  )
}

function TextControl(props: ControlProps) {
  const { field, value, onChange } = props
  return (
    <TextField
      {...saidOf(props)}
      placeholder={field.placeholder ?? ''}
      {...(field.kind === 'code' ? { rows: CODE_ROWS, isCode: true } : {})}
      value={textOf(value)}
      onChange={(text) => onChange(text === '' ? null : text)}
    />
  )
}

const CONTROLS: Readonly<Record<SettingField['kind'], (props: ControlProps) => ReactNode>> = {
  text: TextControl,
  code: TextControl,
  secret: SecretControl,
  number: NumberControl,
  switch: SwitchControl,
  choice: ChoiceControl,
  lines: LinesControl,
  pairs: PairsControl,
  rows: Rows,
}

function Rows({ field, value, onChange, context }: ControlProps) {
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
            <div
              className={classes(
                'grid grid-cols-1 min-w-0 flex-1 gap-3',
                columns.some(({ ways }) => ways) ? 'sm:grid-cols-2' : 'sm:grid-cols-3',
              )}
            >
              {columns
                .filter((column) => isShown(column, row))
                .map((column) => (
                  <SettingControl
                    key={column.path}
                    field={column}
                    wordsPath={`${field.path}.${column.path}`}
                    value={row[column.path]}
                    onChange={(next) => onChange(rows.with(index, { ...row, [column.path]: next }))}
                    context={{
                      ...context,
                      errorOf: (path) => context.errorOf(entryPath(field.path, index, path)),
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
