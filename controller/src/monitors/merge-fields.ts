import type { MonitorType } from '@sightline/shared/check-words'
import type { z } from 'zod'
import type { AlertSettings } from '../alerting/alert-settings.ts'
import type { ConfirmationSettings, RecoverySettings } from '../verdicts/rule-settings.ts'
import { MONITOR_FIELDS } from './monitor-fields.ts'

type Fields = typeof MONITOR_FIELDS

type Field = Fields[keyof Fields]

/** Fields of several of their own: what is stored is not what is sent. */
interface Composed {
  readonly confirmation: ConfirmationSettings
  readonly recovery: RecoverySettings
  readonly alerts: AlertSettings
}

/** A field's value; null where it follows from the target, or is to be chosen. */
type Value<F extends Field> =
  | Readonly<z.output<F['sent']>>
  | (F['change'] extends 'whole' ? Extract<ReturnType<F['initial']>, null> : never)

/** What the people of a monitor decided, but for its settings. */
export type MonitorDocument = Composed & {
  readonly [N in Exclude<keyof Fields, keyof Composed | 'settings'>]: Value<Fields[N]>
}

/** The fields as a request sends them: what is not there stays, null is the default. */
export type SentFields = {
  readonly [N in keyof MonitorDocument]?: unknown
}

type Plain = Readonly<Record<string, unknown>>

/** The document of which nothing was said yet. */
export function initialDocument(type: MonitorType): MonitorDocument {
  const entries = Object.entries(MONITOR_FIELDS)
    .filter(([name]) => name !== 'settings')
    .map(([name, field]) => [name, field.initial(type)])
  return Object.fromEntries(entries) as MonitorDocument
}

/** The document after a request.
 *  @param initial what null stands for */
export function mergeFields(
  before: MonitorDocument,
  initial: MonitorDocument,
  sent: SentFields,
): MonitorDocument {
  const names = Object.keys(initial) as (keyof MonitorDocument)[]
  const entries = names.map((name) => [name, mergeField(name, before, initial, sent[name])])
  return Object.fromEntries(entries) as MonitorDocument
}

function mergeField(
  name: keyof MonitorDocument,
  { [name]: before }: MonitorDocument,
  { [name]: initial }: MonitorDocument,
  sent: unknown,
): unknown {
  if (sent === undefined) return before
  if (sent === null) return initial
  if (MONITOR_FIELDS[name].change !== 'byField') return sent
  const defaults = initial as unknown as Plain
  const own = Object.entries(sent as Plain)
    // What is only told is ignored when it is sent back.
    .filter(([key]) => Object.hasOwn(defaults, key))
    .map(([key, value]) => [key, value ?? defaults[key]])
  return { ...(before as unknown as Plain), ...Object.fromEntries(own) }
}
