import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { settingsName } from '../../monitors/settings-name.ts'
import { creationOf } from './example-monitors.ts'
import { makeChangeable } from './null-resets.ts'
import type { JsonSchema, Paths, Schemas } from './document.ts'

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

/** Mends what the generator leaves: every schema comes a second time as an input whether or not anything is read
 *  with it, and "any JSON" refers to a place that is not there. */
export function tidySchemas(schemas: Schemas, document: { components?: object }): void {
  for (const schema of Object.values(schemas)) openAnyJson(schema)
  for (const type of MONITOR_TYPES) describeSettings(schemas, type)
  delete schemas['__shared']
  const needed = reachable(schemas, document)
  for (const name of Object.keys(schemas)) if (!needed.has(name)) delete schemas[name]
}

/** Names of the schemas that are no inputs, and of all that they or the operations lead to. Each schema is written
 *  out once: looking for each name in the whole document took seconds, in which a controller did nothing else. */
function reachable(schemas: Schemas, document: { components?: object }): ReadonlySet<string> {
  const others = { ...document, components: { ...document.components, schemas: {} } }
  const needed = new Set(Object.keys(schemas).filter((name) => !name.endsWith('Input')))
  for (const name of referredIn(others)) needed.add(name)
  // A set goes on with what is added meanwhile.
  for (const name of needed) for (const next of referredIn(schemas[name] ?? {})) needed.add(next)
  return needed
}

function referredIn(part: object): string[] {
  const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
  return [...references].map(([, name = '']) => name)
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

/** A schema without a word allows any JSON. */
function openAnyJson(schema: JsonSchema): void {
  if (schema.$ref?.includes('__shared') === true) delete schema.$ref
  for (const field of Object.values(schema.properties ?? {})) openAnyJson(field)
  for (const choice of schema.anyOf ?? []) openAnyJson(choice)
  if (schema.items !== undefined) openAnyJson(schema.items)
}
