import type { ChangeRow } from '../../db/audit-log.ts'

/** Fields whose texts are told: choices and names. All others may hold what only the person who typed it should
 *  know (addresses with passwords in them, headers, cookies, bodies), so of them just the field is told. */
const TOLD_TEXTS: ReadonlySet<string> = new Set([
  'action',
  'addTags',
  'cascade',
  'checkMode',
  'color',
  'email',
  'endsAt',
  'expiresAt',
  'host',
  'ids',
  'memberIds',
  'monitorIds',
  'name',
  'region',
  'regions',
  'removeTags',
  'role',
  'slug',
  'startsAt',
  'tags',
  'timezone',
  'title',
  'type',
  'until',
])

/** A code, however it is called. */
const SECRET = /passw|secret|token|code|pin$/i

const MAX_FIELDS = 50
const MAX_CHARACTERS = 200
const MAX_ITEMS = 20

/** Pure: what is told of the fields that somebody sent. */
export function shownChanges(body: unknown): ChangeRow[] {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return []
  return Object.entries(body)
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => {
      const field = name.slice(0, MAX_CHARACTERS)
      const to = SECRET.test(name) ? undefined : toldValue(name, value)
      return to === undefined ? { field } : { field, to }
    })
}

/** undefined: it stays untold. */
function toldValue(name: string, value: unknown): unknown {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (!TOLD_TEXTS.has(name)) return undefined
  if (typeof value === 'string') return short(value)
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return undefined
  const shown = value.slice(0, MAX_ITEMS).map(short)
  return value.length > MAX_ITEMS ? [...shown, `and ${value.length - MAX_ITEMS} more`] : shown
}

const short = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…`.toWellFormed() : text
