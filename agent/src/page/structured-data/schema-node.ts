import type { StructuredItem } from './item.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json-ld/json-value.ts'

/** A thing that a page describes, in whatever syntax; names of schema.org are bare. */
export interface SchemaNode {
  readonly types: readonly string[]
  /** Values of a property; empty without it. Empty texts are no values. */
  readonly values: (property: string) => readonly SchemaValue[]
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
  }
}

/** Source: JSON-LD 1.1, sections 4.1 (@value) and 4.3.1 (@list) */
export function nodeOfJson(object: JsonObject): SchemaNode {
  const properties = byBareName(object)
  return {
    types: typesOf(object).map(bareName),
    values: (property) => valuesOf(properties.get(property)),
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

function valuesOf(value: JsonValue | undefined): SchemaValue[] {
  return listOf(value).flatMap((each): SchemaValue[] => {
    if (isJsonObject(each)) {
      if (Object.hasOwn(each, '@value')) return valuesOf(each['@value'])
      if (Object.hasOwn(each, '@list')) return valuesOf(each['@list'])
      return [nodeOfJson(each)]
    }
    if (Array.isArray(each)) return valuesOf(each)
    const text = typeof each === 'string' ? each : JSON.stringify(each)
    return each === null || text.trim() === '' ? [] : [text]
  })
}

function byBareName<T>(properties: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(properties).map(([name, value]) => [bareName(name), value]))
}
