import type { MonitorType } from '@sightline/shared/check-words'
import type { Monitor } from '../../data/wire.ts'
import type { Tree } from './paths.ts'
import { changesOf } from './paths.ts'

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

export function draftOf(monitor: Monitor): Draft {
  const { type, url, name } = monitor
  return { type, url, name, fields: pick({ ...monitor }) }
}

/** The same address and name as another type: what all types have stays. */
export function asType(draft: Draft, type: MonitorType, defaults: Tree): Draft {
  const { settings: _settings, timeoutMs: _timeoutMs, ...rest } = draft.fields
  return { ...draft, type, fields: { ...pick(defaults), ...rest, ...pick(defaultsOf(defaults)) } }
}

const defaultsOf = ({ settings, timeoutMs }: Tree): Tree => ({ settings, timeoutMs })

/** Body of POST /monitors: what differs from the defaults. Pure. */
export function creationBody({ type, url, name, fields }: Draft, defaults: Tree): Tree {
  const changed = changesOf(fields, { tags: [], dependsOn: [], ...defaults }) as Tree | undefined
  return { type, url, ...(name.trim() === '' ? {} : { name }), ...changed }
}

/** Body of PATCH /monitors/{id}: what differs from the monitor. Pure. */
export function changeBody(draft: Draft, before: Draft): Tree {
  const { type: _type, fields, ...rest } = draft
  const { fields: was, ...wasRest } = before
  return {
    ...(changesOf(rest, wasRest) as Tree | undefined),
    ...(changesOf(fields, was) as Tree | undefined),
  }
}
