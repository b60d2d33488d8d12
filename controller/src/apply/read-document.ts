import { z } from 'zod'
import { describeIssues } from '../input/describe-issue.ts'
import { nearestOf } from '../input/nearest.ts'
import { APPLIED_KINDS, LIST_OF } from './applied-kinds.ts'
import type { AppliedKind } from './applied-kinds.ts'
import type { Body, Entry, Problem } from './entry.ts'
import { problemAt } from './entry.ts'

/** Things of one document: ten times what was measured. */
export const MAX_ENTRIES = 10_000
const MAX_KEY_LENGTH = 200
const SET_NAME = /^[\w.-]{1,64}$/

const list = z.array(z.record(z.string(), z.unknown()))

/** Lists of things, each entry as the route takes it that makes one, and what exports tell beside. */
export const ApplyDocument = z
  .strictObject({
    set: z
      .string()
      .regex(SET_NAME, 'must be 1 to 64 letters, digits, dots, hyphens or underscores')
      .meta({
        description:
          'Name of the set that these things belong to. Without one nothing is noted: what is renamed is another thing, and nothing can be pruned.',
        example: 'shop',
      }),
    contacts: list.meta({ description: 'Alert contacts.', example: [] }),
    teams: list.meta({ description: 'Alert teams.', example: [] }),
    monitors: list.meta({
      description: 'Monitors.',
      example: [{ name: 'Shop', url: 'https://shop.example.com/' }],
    }),
    maintenance: list.meta({ description: 'Maintenance windows.', example: [] }),
    crawlSchedules: list.meta({ description: 'Crawls that repeat.', example: [] }),
    statusPages: list.meta({ description: 'Status pages.', example: [] }),
    format: z.literal('sightline').meta({ description: 'Of an export.', example: 'sightline' }),
    version: z.int().meta({ description: 'Of an export.', example: 2 }),
    exportedAt: z.string().meta({ description: 'Of an export; ignored.', example: '' }),
    note: z.string().meta({ description: 'Of an export; ignored.', example: '' }),
  })
  .partial()
  .meta({
    description:
      'What is to be there. Each entry has the fields of the route that makes such a thing, and may have `key`, by which it is found again when it is called otherwise (default: its id in an export, else its name).',
  })
export type ApplyDocumentInput = z.output<typeof ApplyDocument>

/** A document as entries, in the order of their kinds, or what is wrong with it. */
export interface ReadDocument {
  readonly set: string | null
  /** It was exported, perhaps by another installation, whose regions may not be here. */
  readonly isExport: boolean
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
}

/** The fields that name a thing of each kind where it has no key. */
const NAMES: { readonly [K in AppliedKind]: readonly string[] } = {
  contact: ['name'],
  team: ['name'],
  monitor: ['name', 'url'],
  maintenance: ['description'],
  crawlSchedule: ['url'],
  statusPage: ['slug'],
}

/** Reads what was sent. Pure. */
export function readDocument(sent: unknown): ReadDocument {
  const tooMany = sizeProblem(sent)
  if (tooMany !== null) return { set: null, isExport: false, entries: [], problems: [tooMany] }
  const parsed = ApplyDocument.safeParse(sent, { reportInput: true })
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => issueProblem(issue))
    return { set: null, isExport: false, entries: [], problems }
  }
  const document = parsed.data
  const said = new Set<Entry>()
  const entries = APPLIED_KINDS.flatMap((kind) =>
    (document[LIST_OF[kind]] ?? []).map((row, index) => {
      const entry = entryOf(kind, row, index)
      if (row['key'] !== undefined) said.add(entry)
      return entry
    }),
  )
  const { set = null, format } = document
  return { set, isExport: format !== undefined, entries, problems: problemsOf(entries, said) }
}

/** What is told of a document that holds too many things, before each of them is looked at: to find out of 300,000 what
 *  is wrong with them takes seconds. Pure. */
export function sizeProblem(sent: unknown): Problem | null {
  const lists: unknown[] = typeof sent === 'object' && sent !== null ? Object.values(sent) : []
  const count = lists.reduce<number>(
    (sum, each) => sum + (Array.isArray(each) ? each.length : 0),
    0,
  )
  if (count <= MAX_ENTRIES) return null
  const message = `The document holds ${count} things: at most ${MAX_ENTRIES} can be applied at once.`
  return problemAt(null, message)
}

function issueProblem(issue: z.core.$ZodIssue): Problem {
  const [first = null, second] = issue.path
  const at = typeof second === 'number' ? `${String(first)}[${second}]` : null
  const message = describeIssues([issue], ApplyDocument)
  if (issue.code !== 'unrecognized_keys') return { at, field: String(first ?? ''), message }
  const [unknown = ''] = issue.keys
  const nearest = nearestOf(unknown, Object.keys(ApplyDocument.shape))
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`
  return { at, field: unknown, message: `${message}${hint}` }
}

function entryOf(kind: AppliedKind, row: Body, index: number): Entry {
  const { key, id, secretsLeftOut: _, ...body } = row
  const at = `${LIST_OF[kind]}[${index}]`
  const [named = at] = NAMES[kind].flatMap((field) => textOf(body[field]) ?? [])
  const ref = textOf(id)
  const name = kind === 'statusPage' ? (textOf(body['title']) ?? named) : named
  return { kind, at, key: keyOf(key) ?? ref ?? named, name, id: ref, body }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** undefined: it says none; empty: what it says can be none. YAML makes numbers of some. */
function keyOf(said: unknown): string | undefined {
  if (said === undefined) return undefined
  return typeof said === 'string' || typeof said === 'number' ? String(said) : ''
}

/** @param said those that name their key */
function problemsOf(entries: readonly Entry[], said: ReadonlySet<Entry>): Problem[] {
  const seen = new Map<string, Entry>()
  return entries.flatMap((entry) => {
    const { kind, key, at } = entry
    if (key === '' || key.length > MAX_KEY_LENGTH) {
      const message = said.has(entry)
        ? `The field "key" must be a text of 1 to ${MAX_KEY_LENGTH} characters.`
        : `The field "key" is missing: what it is called by otherwise is longer than ${MAX_KEY_LENGTH} characters.`
      return [problemAt(at, message)]
    }
    const place = `${kind} ${key}`
    const other = seen.get(place)
    seen.set(place, other ?? entry)
    if (other === undefined) return []
    const called = `"${key.slice(0, 80).toWellFormed()}"`
    const message = said.has(entry)
      ? `The field "key" is ${called}, by which ${other.at} is found already: each needs a key of its own.`
      : `The field "key" is missing: ${other.at} is called ${called} too, so both need a key of their own.`
    return [problemAt(at, message)]
  })
}
