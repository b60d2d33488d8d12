import { MAX_FORMAT_VERSION } from '../../format-version.ts'
import { orderByDependencies } from '../order-by-dependencies.ts'
import type { NotCarried, ReadMonitor, ReadThing } from '../reading.ts'
import { FileProblem, NOTHING } from '../reading.ts'
import type { Row } from '../values.ts'
import { flagOf, isRow, numberOf, rowsOf, textOf } from '../values.ts'
import type { withoutHidden as WithoutHidden } from '../without-hidden.ts'
import type { Format } from './format.ts'
import { looksLikeJson } from './format.ts'

/** Loads what knows of every type of check, which takes 0.2 s of a processor: other files are read without. */
const loadParts = () => import('../without-hidden.ts')

/** What an export tells of a monitor beside what a body may hold. */
const ONLY_TOLD = ['id', 'active', 'secretsLeftOut'] as const

/** What GET /api/v1/export gives, of this installation or another. */
export const SIGHTLINE = {
  title: "Sightline's export",
  recognises(file) {
    if (!looksLikeJson(file)) return false
    const exported = file.json()
    return isRow(exported) && exported['format'] === 'sightline'
  },
  async read(file) {
    const exported = file.json()
    if (!isRow(exported) || exported['format'] !== 'sightline') {
      throw new FileProblem('It is no export of Sightline: its field "format" is not "sightline".')
    }
    const version = numberOf(exported, 'version') ?? 1
    if (version > MAX_FORMAT_VERSION) {
      throw new FileProblem(
        `The export has the version ${version}, and this installation reads ${MAX_FORMAT_VERSION}: bring it up to date first.`,
      )
    }
    const { contacts, notCarried } = contactsOf(exported)
    const { withoutHidden } = await loadParts()
    const monitors = rowsOf(exported['monitors']).map((row, index) =>
      monitorOf(row, index, withoutHidden),
    )
    return {
      ...NOTHING,
      contacts,
      notCarried,
      teams: thingsOf(exported, 'teams', 'name'),
      monitors: orderByDependencies(monitors),
      windows: thingsOf(exported, 'maintenance', 'description'),
      crawlSchedules: thingsOf(exported, 'crawlSchedules', 'url'),
      // Since version 2.
      statusPages: thingsOf(exported, 'statusPages', 'title'),
    }
  },
} satisfies Format

function thingsOf(exported: Row, list: string, title: string): ReadThing[] {
  return rowsOf(exported[list]).map((row, index) => {
    const at = `${list}[${index}]`
    return {
      ref: textOf(row, 'id') ?? at,
      name: textOf(row, title) ?? at,
      at,
      body: bodyOf(row, ['id']),
      warnings: [],
    }
  })
}

function bodyOf(row: Row, told: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !told.includes(name)))
}

/** Ways of a contact whose secret is not in the file are left out; one with no other way is not carried over. */
function contactsOf(exported: Row): {
  readonly contacts: readonly ReadThing[]
  readonly notCarried: readonly NotCarried[]
} {
  const contacts: ReadThing[] = []
  const notCarried: NotCarried[] = []
  for (const contact of thingsOf(exported, 'contacts', 'name')) {
    const { body, left } = withoutHiddenWays(contact.body)
    if (Object.keys(body).every((field) => field === 'name')) {
      const reason = 'Its address is a secret, which no export holds: make the contact anew.'
      notCarried.push({ what: 'contact', name: contact.name, at: contact.at, reason })
      continue
    }
    const warnings = left.map(
      (field) => `Its ${field} is a secret, which no export holds: set it anew.`,
    )
    contacts.push({ ...contact, body, warnings })
  }
  return { contacts, notCarried }
}

function withoutHiddenWays(body: Row): { readonly body: Row; readonly left: readonly string[] } {
  const isHidden = (value: unknown): boolean =>
    value === '***' || (isRow(value) && Object.values(value).includes('***'))
  const entries = Object.entries(body)
  return {
    body: Object.fromEntries(entries.filter(([, value]) => !isHidden(value))),
    left: entries.flatMap(([field, value]) => (isHidden(value) ? [field] : [])),
  }
}

function monitorOf(row: Row, index: number, withoutHidden: typeof WithoutHidden): ReadMonitor {
  const at = `monitors[${index}]`
  const body = bodyOf(row, ONLY_TOLD)
  const { settings, left } = withoutHidden(textOf(row, 'type') ?? '', row['settings'])
  const isComplete = left.length === 0
  const warnings = isComplete
    ? []
    : [
        `It is made paused, as no export holds secrets: set ${left.join(', ')} anew, then resume it.`,
      ]
  return {
    ref: textOf(row, 'id') ?? at,
    name: textOf(row, 'name') ?? textOf(row, 'url') ?? at,
    at,
    body: settings === undefined ? body : { ...body, settings },
    intervalSeconds: null,
    isActive: flagOf(row, 'active') !== false && isComplete,
    warnings,
  }
}
