import type { MonitorType } from '@sightline/shared/check-words'
import type { Monitor } from '../../data/wire.ts'
import type { Tree } from './paths.ts'
import { changesOf, valueAt } from './paths.ts'
import { isShown, sentSettings, typedSettings, withoutSecrets } from './typed-settings.ts'

/** What a form holds of a monitor: its fields as the API takes them. */
export interface Draft {
  readonly type: MonitorType
  readonly url: string
  /** Empty: it is called by its address. */
  readonly name: string
  /** Everything else, beginning with the defaults of the type. */
  readonly fields: Tree
}

/** Fields that a form sets besides url, type and name. */
const FIELDS = [
  'intervalMinutes',
  'timeoutMs',
  'regions',
  'checkMode',
  'confirmation',
  'recovery',
  'alerts',
  'dependsOn',
  'tags',
  'settings',
] as const

const pick = (tree: Tree): Tree =>
  Object.fromEntries(FIELDS.flatMap((name) => (name in tree ? [[name, tree[name]]] : [])))

/** @param defaults of the type, from GET /monitors/options */
export function newDraft(type: MonitorType, url: string, defaults: Tree): Draft {
  return { type, url, name: '', fields: { tags: [], dependsOn: [], ...pick(defaults) } }
}

const treeOf = (value: unknown): Tree => (value ?? {}) as Tree

export function draftOf(monitor: Monitor): Draft {
  const { type, url, name } = monitor
  const settings = typedSettings(type, treeOf(monitor.settings))
  return { type, url, name, fields: pick({ ...monitor, settings }) }
}

/** A new one like another, whose passwords nobody can read. */
export function draftLike(monitor: Monitor): Draft {
  const { type, name, settings } = monitor
  const open = withoutSecrets(type, treeOf(settings)) as Monitor['settings']
  return { ...draftOf({ ...monitor, settings: open }), name: `${name} (copy)` }
}

/** The same address and name as another type: what all types have stays. */
export function asType(draft: Draft, type: MonitorType, defaults: Tree): Draft {
  const { settings: _settings, timeoutMs: _timeoutMs, ...rest } = draft.fields
  return { ...draft, type, fields: { ...pick(defaults), ...rest, ...pick(defaultsOf(defaults)) } }
}

const defaultsOf = ({ settings, timeoutMs }: Tree): Tree => ({ settings, timeoutMs })

/** Body of POST /monitors: what differs from the defaults. Pure. */
export function creationBody({ type, url, name, fields }: Draft, defaults: Tree): Tree {
  const settings = sentSettings(type, treeOf(fields['settings']), ({ path }) =>
    valueAt(defaults['settings'], path),
  )
  const as = { tags: [], dependsOn: [], ...defaults }
  const changed = changesOf({ ...fields, settings }, as) as Tree | undefined
  return { type, url, ...(name.trim() === '' ? {} : { name }), ...changed }
}

/** Body of PATCH /monitors/{id}: what differs from the monitor. What was shown of it and is not any more is as ever. Pure. */
export function changeBody(draft: Draft, before: Draft): Tree {
  const { type, fields, ...rest } = draft
  const { type: _type, fields: was, ...wasRest } = before
  const wasSettings = treeOf(was['settings'])
  const sent = (settings: Tree) =>
    sentSettings(type, settings, (field) =>
      isShown(field, wasSettings) ? null : valueAt(wasSettings, field.path),
    )
  return {
    ...(changesOf(rest, wasRest) as Tree | undefined),
    ...(changesOf(
      { ...fields, settings: sent(treeOf(fields['settings'])) },
      { ...was, settings: sent(wasSettings) },
    ) as Tree | undefined),
  }
}
