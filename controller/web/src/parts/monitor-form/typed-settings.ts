import type { MonitorType } from '@sightline/shared/check-words'
import type { SettingField } from '../../words/settings/fields.ts'
import { wayOf } from '../../words/settings/fields.ts'
import { SETTINGS } from '../../words/settings/index.ts'
import type { Tree } from './paths.ts'
import { isSame, valueAt, withValueAt } from './paths.ts'
import { FORMS } from './typed-values.ts'

/** What the API shows of a secret it keeps. */
export const KEPT = '***'

const fieldsOf = (type: MonitorType): readonly SettingField[] =>
  SETTINGS[type].flatMap(({ fields }) => fields)

const rowsOf = (value: unknown): readonly Tree[] | null =>
  Array.isArray(value) ? (value as Tree[]) : null

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Each field of some within a tree, put in another form. */
function eachIn(
  fields: readonly SettingField[],
  tree: Tree,
  change: (field: SettingField, value: unknown, row: Tree) => unknown,
): Tree {
  return fields.reduce((now, field) => {
    const value = valueAt(now, field.path)
    const next = change(field, value, tree)
    // What is not there does not come to be null.
    return next === value || (next === null && value === undefined)
      ? now
      : withValueAt(now, field.path, next)
  }, tree)
}

function typedValue(field: SettingField, value: unknown, row: Tree): unknown {
  const { path, kind, columns = [], form, ways } = field
  if (ways !== undefined) return wayOf(path, ways, (other) => row[other])
  const rows = kind === 'rows' ? rowsOf(value) : null
  if (rows !== null) return rows.map((each) => eachIn(columns, each, typedValue))
  return form === undefined || value === undefined || (value === null && form !== 'json')
    ? value
    : FORMS[form].typed(value)
}

/** What was emptied is null in a draft. */
function sentValue(field: SettingField, value: unknown, row: Tree): unknown {
  const { kind, columns = [], form } = field
  const rows = kind === 'rows' ? rowsOf(value) : null
  if (rows !== null) return rows.map((each) => withoutUndefined(eachIn(columns, each, sentInRow)))
  const text = value ?? ''
  return form === undefined || typeof text !== 'string' ? value : FORMS[form].sent(text, row)
}

/** What stands in the place of another is not typed of that one. */
const sentInRow = (field: SettingField, value: unknown, row: Tree): unknown =>
  field.ways === undefined && isShown(field, row) ? sentValue(field, value, row) : undefined

const withoutUndefined = (row: Tree): Tree =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))

/** Settings as the fields of a form hold them. Pure. */
export const typedSettings = (type: MonitorType, settings: Tree): Tree =>
  eachIn(fieldsOf(type), settings, typedValue)

/** Passwords and their like, which read as "***", taken out. Pure. */
export const withoutSecrets = (type: MonitorType, settings: Tree): Tree =>
  eachIn(fieldsOf(type), settings, ({ kind }, value) =>
    kind === 'secret' && value === KEPT ? null : value,
  )

/** Settings as the API takes them: of a field that is not shown any more what it falls back to, and null for an object
 *  of which all is emptied that it cannot be without. Pure.
 *  @param typed as the fields of a form hold them
 *  @param hidden what a field is that is not shown, by its path */
export function sentSettings(
  type: MonitorType,
  typed: Tree,
  hidden: (field: SettingField) => unknown,
): Tree {
  const fields = fieldsOf(type)
  const shown = eachIn(fields, typed, (field, value) => {
    if (isShown(field, typed)) return value
    const next = hidden(field)
    return isSame(value, next) ? value : next
  })
  const sent = eachIn(fields, shown, (field, value, row) => sentValue(field, value, row) ?? null)
  const wholes = Map.groupBy(
    fields.filter(({ isNeeded }) => isNeeded),
    ({ path }) => path.split('.', 1)[0] ?? '',
  )
  const emptied = [...wholes].flatMap(([name, needed]) =>
    needed.every(({ path }) => isEmpty(valueAt(sent, path))) ? [[name, null] as const] : [],
  )
  return { ...sent, ...Object.fromEntries(emptied) }
}

/** Whether a form of these settings asks for a field. Pure. */
export const isShown = ({ when }: SettingField, settings: Tree): boolean =>
  when?.((path) => valueAt(settings, path)) ?? true
