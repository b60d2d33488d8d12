import { hash } from 'node:crypto'
import type { MonitorType } from '@sightline/shared/check-words'
import type { MonitorConfigRow } from '../db/monitor-columns.ts'
import { readableSettings } from './apply-settings.ts'
import { MONITOR_FIELDS } from './monitor-fields.ts'

/** What a revision is made of. */
export interface RevisedRow extends MonitorConfigRow {
  readonly type: string
  /** Grows with every change of what is checked, of a hidden password too. */
  readonly generation: number
}

/** Fields that people decide, in the order of the digests. */
const NAMES = Object.keys(MONITOR_FIELDS) as (keyof typeof MONITOR_FIELDS)[]

/** Characters of a field's digest: that a change goes unseen happens once in 16 million. */
const DIGEST_LENGTH = 4

const FORM = new RegExp(`^\\d+-[\\w-]{${DIGEST_LENGTH * NAMES.length}}$`)

function digestOf(value: unknown): string {
  const text = JSON.stringify(value, inOrder)
  return hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH)
}

/** The database gives the keys of what it stores in an order of its own. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

function digestsOf(row: RevisedRow): readonly string[] {
  return NAMES.map((name) =>
    digestOf(
      name === 'settings' ? readableSettings(row.type as MonitorType, row.settings) : row[name],
    ),
  )
}

/** Which settings a monitor has, in some characters: a digest of each field that people decide. */
export function revisionOf(row: RevisedRow): string {
  return `${row.generation}-${digestsOf(row).join('')}`
}

/** Whether a text can be a revision. */
export function isRevision(text: string): boolean {
  return FORM.test(text)
}

/** Fields that are not as they were at a revision; none: nothing changed. */
export function changedSince(revision: string, row: RevisedRow): string[] {
  const [generation, digests] = splitAtFirst(revision, '-')
  const changed = digestsOf(row).flatMap((digest, index) => {
    const before = digests.slice(index * DIGEST_LENGTH, (index + 1) * DIGEST_LENGTH)
    return before === digest ? [] : (NAMES[index] ?? [])
  })
  // A password reads the same before and after.
  const isSeen = changed.some((name) => ['url', 'timeoutMs', 'settings'].includes(name))
  return Number(generation) === row.generation || isSeen ? changed : [...changed, 'settings']
}

function splitAtFirst(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}
