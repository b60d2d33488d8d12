import type { z } from 'zod'
import { IsoTime } from './schemas/time.ts'

type Schema = z.core.$ZodType

/** Says of a value whether `JSON.stringify` writes it as it would what a schema encodes it to: it has the fields of the
 *  schema in their order and no others, and all are as they are to be. False also where that is not sure. */
export type IsEncoded = (value: unknown) => boolean

const isNever: IsEncoded = () => false

/** Looks through a schema once. To encode a month by the hour makes a copy of everything, and takes the schema as long as
 *  writing it. */
export function createIsEncoded(schema: Schema): IsEncoded {
  // A rule beside its type is the schema's to judge.
  if ((schema._zod.def.checks ?? []).length > 0) return isNever
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return def.catchall === undefined ? ofObject(def.shape) : isNever
    case 'array': {
      const isElement = createIsEncoded(def.element)
      return (value) => Array.isArray(value) && value.every(isElement)
    }
    case 'nullable': {
      const isInner = createIsEncoded(def.innerType)
      return (value) => value === null || isInner(value)
    }
    case 'string':
      return 'format' in def ? isNever : (value) => typeof value === 'string'
    case 'number':
      return ofNumber((def as { readonly format?: unknown }).format)
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'enum': {
      const words = new Set<unknown>(Object.values(def.entries))
      return (value) => words.has(value)
    }
    case 'pipe':
      return isTime(def) ? isTimeOfFourDigits : isNever
    default:
      return isNever
  }
}

function ofObject(shape: Readonly<Record<string, Schema>>): IsEncoded {
  const names = Object.keys(shape)
  const areEncoded = Object.values(shape).map(createIsEncoded)
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    let place = 0
    for (const name in value) {
      if (name !== names[place]) return false
      if (areEncoded[place]?.((value as Readonly<Record<string, unknown>>)[name]) !== true) {
        return false
      }
      place += 1
    }
    return place === names.length
  }
}

/** @param format undefined: it has none */
function ofNumber(format: unknown): IsEncoded {
  if (format === undefined) return Number.isFinite
  return format === 'safeint' ? Number.isSafeInteger : isNever
}

/** Copies of it with another description share what it does. */
function isTime(def: object): boolean {
  const time: object = IsoTime._zod.def
  return (
    'reverseTransform' in def &&
    'reverseTransform' in time &&
    def.reverseTransform === time.reverseTransform
  )
}

/** 1970 to 9999, UNIX ms: years of more digits are no time here, and earlier ones the schema's to judge. */
const AFTER_MS = Date.UTC(10_000, 0, 1)

const isTimeOfFourDigits: IsEncoded = (value) =>
  value instanceof Date && value.getTime() >= 0 && value.getTime() < AFTER_MS
