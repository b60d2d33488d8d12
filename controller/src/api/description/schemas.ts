import { SETTING_DESCRIPTIONS } from '../setting-descriptions.ts'
import type { Paths } from './operations.ts'

/** What of a JSON schema is walked here. */
export interface JsonSchema {
  $ref?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
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

/** Mends what the generator leaves: the settings' schemas are shared with agents and carry no prose,
 *  every schema comes a second time as an input whether or not anything is read with it, and "any JSON"
 *  refers to a place that is not there. */
export function tidySchemas(schemas: Schemas, document: object): void {
  for (const [name, schema] of Object.entries(schemas)) {
    describeInner(schema, '', name.startsWith('WebSettings'))
  }
  delete schemas['__shared']
  const isUnused = (name: string) =>
    name.endsWith('Input') && !JSON.stringify(document).includes(`"#/components/schemas/${name}"`)
  // One that goes may have been the last to need another.
  for (let name = find(); name !== undefined; name = find()) delete schemas[name]

  function find(): string | undefined {
    return Object.keys(schemas).find(isUnused)
  }
}

function describeFields(schema: JsonSchema, path: string, isSettings: boolean): void {
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? key : `${path}.${key}`
    const description = isSettings ? SETTING_DESCRIPTIONS[at] : undefined
    if (description !== undefined) Object.assign(field, { description })
    describeInner(field, at, isSettings)
  }
}

function describeInner(field: JsonSchema, path: string, isSettings: boolean): void {
  // A schema without a word allows any JSON.
  if (field.$ref?.includes('__shared') === true) delete field.$ref
  describeFields(field, path, isSettings)
  for (const choice of field.anyOf ?? []) describeInner(choice, path, isSettings)
  if (field.items !== undefined) describeInner(field.items, path, isSettings)
}
