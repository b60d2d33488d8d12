import type { z } from 'zod'
import { IsoTime } from './schemas/time.ts'

type Schema = z.core.$ZodType

/** Says of a value whether `JSON.stringify` writes it as it would what a schema encodes it to: it has the fields of the
 *  schema in their order and no others, and all are as they are to be. False also where that is not sure. */
export type IsEncoded = (value: unknown) => boolean

const isNever: IsEncoded = () => false
const isAnything: IsEncoded = () => true
const isText: IsEncoded = (value) => typeof value === 'string'

/** Looks through a schema once. To encode a month by the hour makes a copy of everything, and takes the schema as long as
 *  writing it. */
export function createIsEncoded(schema: Schema): IsEncoded {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'number') return ofNumber(def)
  // A rule beside its type is the schema's to judge.
  if ((def.checks ?? []).length > 0) return isNever
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
      return 'format' in def ? isNever : isText
    case 'unknown':
      return isAnything
    case 'record':
      return createIsEncoded(def.keyType) === isText
        ? ofRecord(createIsEncoded(def.valueType))
        : isNever
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
  const fields = Object.entries(shape).map(([name, schema]) => {
    const { def } = (schema as z.core.$ZodTypes)._zod
    const isOptional = def.type === 'optional'
    return { name, isOptional, isEncoded: createIsEncoded(isOptional ? def.innerType : schema) }
  })
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    const given = value as Readonly<Record<string, unknown>>
    let place = 0
    for (const name in given) {
      while (fields[place]?.isOptional === true && fields[place]?.name !== name) place += 1
      const field = fields[place]
      if (field?.name !== name || !field.isEncoded(given[name])) return false
      place += 1
    }
    while (fields[place]?.isOptional === true) place += 1
    return place === fields.length
  }
}

function ofRecord(isEncoded: IsEncoded): IsEncoded {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const given = value as Readonly<Record<string, unknown>>
    for (const name in given) if (name === '__proto__' || !isEncoded(given[name])) return false
    return true
  }
}

function ofNumber(def: z.core.$ZodNumberDef): IsEncoded {
  const { format } = def as { readonly format?: unknown }
  if (format !== undefined && format !== 'safeint') return isNever
  const isOfFormat = format === undefined ? Number.isFinite : Number.isSafeInteger
  let least = -Infinity
  let most = Infinity
  for (const check of def.checks ?? []) {
    const rule = check._zod.def as Partial<
      z.core.$ZodCheckGreaterThanDef | z.core.$ZodCheckLessThanDef
    >
    if (typeof rule.value !== 'number' || rule.inclusive !== true) return isNever
    if (rule.check === 'greater_than') least = Math.max(least, rule.value)
    else if (rule.check === 'less_than') most = Math.min(most, rule.value)
    else return isNever
  }
  return (value) => isOfFormat(value) && Number(value) >= least && Number(value) <= most
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
