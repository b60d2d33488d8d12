import { randomBytes } from 'node:crypto'
import type { Body } from './entry.ts'

/** Stand for the ids of what is not made yet. */
export interface Placeholders {
  /** @param at where the entry stands */
  readonly of: (at: string) => string
  /** Where the entry stands that a text stands for; null: it is no placeholder. */
  readonly at: (text: string) => string | null
}

/** Placeholders that nobody can have written into a document. */
export function createPlaceholders(): Placeholders {
  const prefix = `${randomBytes(8).toString('base64url')}:`
  return {
    of: (at) => `${prefix}${at}`,
    at: (text) => (text.startsWith(prefix) ? text.slice(prefix.length) : null),
  }
}

/** A value with other texts in it, at any depth; what is no plain object or list stays as it is. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (!isPlain(value)) return value
  const entries = Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)])
  return Object.fromEntries(entries)
}

function isPlain(value: unknown): value is Body {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
