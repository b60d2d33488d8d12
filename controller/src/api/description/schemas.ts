import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { settingsName } from '../../monitors/settings-name.ts'
import { creationOf } from './example-monitors.ts'
import { makeChangeable } from './null-resets.ts'
import type { Paths } from './operations.ts'
import { TRACEROUTE_DESCRIPTIONS } from './traceroute-descriptions.ts'

/** What of a JSON schema is walked here. */
export interface JsonSchema {
  $ref?: string
  type?: string
  description?: string
  required?: readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  examples?: readonly unknown[]
}

/** Schemas by name. */
export type Schemas = Record<string, JsonSchema>

/** What is sent may leave out what has a default; the settings are named by hand, in the form that
 *  answers have. */
export function referToInputs(paths: Paths): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const content = operation.requestBody?.content['application/json']
    const settings = content?.schema?.properties?.['settings']
    for (const choice of settings?.anyOf ?? []) {
      if (choice.$ref?.endsWith('Settings') === true) choice.$ref += 'Input'
    }
  }
}

/** Mends what the generator leaves: schemas shared with agents carry little prose, every schema comes a second time as an input whether or not anything is read with it, and "any JSON"
 *  refers to a place that is not there. */
export function tidySchemas(schemas: Schemas, document: object): void {
  for (const schema of Object.values(schemas)) openAnyJson(schema)
  for (const type of MONITOR_TYPES) describeSettings(schemas, type)
  const { Traceroute: trace } = schemas
  if (trace !== undefined) describeFields(trace, '', TRACEROUTE_DESCRIPTIONS)
  delete schemas['__shared']
  const isUnused = (name: string) =>
    name.endsWith('Input') && !JSON.stringify(document).includes(`"#/components/schemas/${name}"`)
  // One that goes may have been the last to need another.
  for (let name = find(); name !== undefined; name = find()) delete schemas[name]

  function find(): string | undefined {
    return Object.keys(schemas).find(isUnused)
  }
}

/** Says what the settings of a type are as they are sent. */
function describeSettings(schemas: Schemas, type: MonitorType): void {
  const name = settingsName(type)
  const { [name]: read, [`${name}Input`]: sent } = schemas
  for (const schema of [read, sent]) if (schema !== undefined) describeLast(schema)
  if (sent === undefined) return
  sent.description = `Settings of a ${type} monitor as they are sent: any part of them, null for a default.`
  sent.examples = [creationOf(type).settings]
  makeChangeable(sent)
}

/** What a field means comes after what it is, wherever the generator put it. */
function describeLast(schema: JsonSchema): void {
  const { description } = schema
  delete schema.description
  if (description !== undefined) schema.description = description
  for (const field of Object.values(schema.properties ?? {})) describeLast(field)
  for (const choice of schema.anyOf ?? []) describeLast(choice)
  if (schema.items !== undefined) describeLast(schema.items)
}

function describeFields(
  schema: JsonSchema,
  path: string,
  descriptions: Readonly<Record<string, string>>,
): void {
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? key : `${path}.${key}`
    const description = descriptions[at]
    if (description !== undefined) field.description = description
    describeFields(field, at, descriptions)
  }
  for (const choice of schema.anyOf ?? []) describeFields(choice, path, descriptions)
  if (schema.items !== undefined) describeFields(schema.items, path, descriptions)
}

/** A schema without a word allows any JSON. */
function openAnyJson(schema: JsonSchema): void {
  if (schema.$ref?.includes('__shared') === true) delete schema.$ref
  for (const field of Object.values(schema.properties ?? {})) openAnyJson(field)
  for (const choice of schema.anyOf ?? []) openAnyJson(choice)
  if (schema.items !== undefined) openAnyJson(schema.items)
}
