import type { StructuredItem } from './item.ts'
import type { JsonObject, JsonValue } from './json-ld/json-value.ts'

/** A thing that a page describes, in whatever syntax; names of schema.org are bare. */
export interface SchemaNode {
  readonly types: readonly string[]
  /** Values of a property; empty without it. Empty texts are no values. */
  readonly values: (property: string) => readonly SchemaValue[]
  /** It only names a thing: types and values are what is said of that elsewhere on the page. */
  readonly isReference: boolean
}

export type SchemaValue = string | SchemaNode

const SCHEMA_ORG = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i

/** A type or property of schema.org without its address; others as they are. */
export function bareName(name: string): string {
  return name.replace(SCHEMA_ORG, '')
}

export function nodeOfItem(item: StructuredItem): SchemaNode {
  const properties = byBareName(item.properties)
  return {
    types: item.type.map(bareName),
    values: (property) =>
      (properties.get(property) ?? []).flatMap((value): SchemaValue[] => {
        if (typeof value !== 'string') return [nodeOfItem(value)]
        return value.trim() === '' ? [] : [value]
      }),
    isReference: false,
  }
}

/** Words of @type as written. */
export function typesOf(object: JsonObject): string[] {
  const type = Object.hasOwn(object, '@type') ? object['@type'] : undefined
  return listOf(type).filter((word): word is string => typeof word === 'string' && word !== '')
}

/** A value that may stand alone or in an array. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

/** Properties by their names, those of schema.org bare. */
export function byBareName<T>(properties: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(properties).map(([name, value]) => [bareName(name), value]))
}
