import type { CsvRow } from '../csv-rows.ts'
import { csvRows, firstRow } from '../csv-rows.ts'
import type { NotCarried, Reading, ReadMonitor } from '../reading.ts'
import { FileProblem, NOTHING } from '../reading.ts'
import type { SourceFile } from '../source-file.ts'
import type { Row } from '../values.ts'
import { flagOf, jsonOf, isRow, numberOf, sentFields, textOf } from '../values.ts'
import type { Format } from './format.ts'
import { looksLikeJson } from './format.ts'

/** Columns, by the words that stand for them: without case, spaces, hyphens and underscores. */
const COLUMNS: Readonly<Record<string, string>> = {
  url: 'url',
  target: 'url',
  address: 'url',
  name: 'name',
  title: 'name',
  type: 'type',
  interval: 'interval',
  intervalminutes: 'intervalMinutes',
  intervalseconds: 'intervalSeconds',
  timeoutms: 'timeoutMs',
  regions: 'regions',
  tags: 'tags',
  active: 'active',
  port: 'port',
  method: 'method',
  expectedstatus: 'expectedStatus',
  keyword: 'keyword',
  keywordabsent: 'keywordAbsent',
  recordtype: 'recordType',
  resolver: 'resolver',
  settings: 'settings',
}

/** Whether a first line names columns, or is an address already. */
function namesColumns({ fields }: CsvRow): boolean {
  return fields.some((field) => columnOf(field) === 'url')
}

function columnOf(name: string): string | undefined {
  const word = name.toLowerCase().replaceAll(/[\s_-]/g, '')
  return Object.hasOwn(COLUMNS, word) ? COLUMNS[word] : undefined
}

/** A table of our own making: a line of names, or plain addresses, one on each line. */
export const CSV = {
  title: 'a CSV',
  recognises(file) {
    if (looksLikeJson(file)) return false
    const first = firstRow(file.text())
    if (first === null) return false
    return namesColumns(first) || (first.fields.length === 1 && isAddress(first.fields[0] ?? ''))
  },
  read: (file) => readTable(file),
} satisfies Format

/** Longer ones no monitor has, and an expression would look at all of each from every point in it. */
const MAX_ADDRESS_LENGTH = 2_048

/** Lets plain lists through, and keeps out texts of any other kind. */
function isAddress(text: string): boolean {
  if (text.length > MAX_ADDRESS_LENGTH) return false
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^\s/@"'<>{}]+\.[^\s"'<>{}]+$/i.test(text.trim())
}

function readTable(file: SourceFile): Reading {
  const rows = csvRows(file.text())
  const first = rows.next().value as CsvRow | undefined
  if (first === undefined) throw new FileProblem('The file is empty.')
  const hasNames = namesColumns(first)
  if (!hasNames && !isAddress(first.fields[0] ?? '')) {
    throw new FileProblem(
      'The CSV has no column "url": its first line must name the columns, such as url,name,type,intervalMinutes,tags.',
    )
  }
  const names = hasNames ? first.fields.map(columnOf) : ['url']
  const monitors = hasNames ? [] : [convertRow(first, names)]
  for (const row of rows) monitors.push(convertRow(row, names))
  return { ...NOTHING, monitors, notCarried: unknownColumns(hasNames ? first : null) }
}

function unknownColumns(header: CsvRow | null): NotCarried[] {
  return (header?.fields ?? [])
    .filter((name) => name.trim() !== '' && columnOf(name) === undefined)
    .map((name) => ({
      what: 'column',
      name: name.trim(),
      at: 'line 1',
      reason: `It is not read: columns are ${[...new Set(Object.values(COLUMNS))].join(', ')}.`,
    }))
}

function convertRow({ line, fields }: CsvRow, names: readonly (string | undefined)[]): ReadMonitor {
  const cells = names.flatMap((name, index): [string, string][] =>
    name === undefined || fields[index] === undefined ? [] : [[name, fields[index]]],
  )
  const row: Row = Object.fromEntries(cells)
  const url = textOf(row, 'url') ?? ''
  const { intervalMinutes, intervalSeconds } = intervalOf(row)
  const body = sentFields({
    url,
    type: textOf(row, 'type')?.toLowerCase(),
    name: textOf(row, 'name') ?? undefined,
    intervalMinutes,
    timeoutMs: cell(row, 'timeoutMs'),
    regions: listOf(row, 'regions'),
    tags: listOf(row, 'tags'),
    settings: settingsOf(row),
  })
  const name = textOf(row, 'name') ?? url
  const isActive = flagOf(row, 'active') !== false
  const at = `line ${line}`
  return { ref: at, name, at, body, intervalSeconds, isActive, warnings: [] }
}

/** A number where it is one: else the rules say what is wrong with the text. */
function cell(row: Row, name: string): number | string | undefined {
  return numberOf(row, name) ?? textOf(row, name) ?? undefined
}

/** "5m", "90s", "1h"; a number alone is minutes, as everywhere else here. */
function intervalOf(row: Row): {
  readonly intervalMinutes: number | string | undefined
  readonly intervalSeconds: number | null
} {
  const [, amount, unit] = /^(\d{1,6})\s*(s|m|h)[a-z]*$/i.exec(textOf(row, 'interval') ?? '') ?? []
  const seconds = numberOf(row, 'intervalSeconds')
  if (unit !== undefined) {
    const factor = { s: 1, m: 60, h: 3_600 }[unit.toLowerCase()] ?? 1
    return { intervalMinutes: undefined, intervalSeconds: Number(amount) * factor }
  }
  const minutes = cell(row, 'intervalMinutes') ?? cell(row, 'interval')
  return { intervalMinutes: minutes, intervalSeconds: minutes === undefined ? seconds : null }
}

/** Entries with semicolons, commas or bars between them. */
function listOf(row: Row, name: string): string[] | undefined {
  const entries = (textOf(row, name) ?? '').split(/[;,|]/).flatMap((each) => each.trim() || [])
  return entries.length === 0 ? undefined : entries
}

/** Columns of their own, over what the column "settings" has as JSON. */
function settingsOf(row: Row): unknown {
  const text = textOf(row, 'settings')
  const base = jsonOf(row, 'settings')
  // What is no JSON object is refused by the rules.
  if (text !== null && !isRow(base)) return text
  const value = textOf(row, 'keyword')
  const mode = flagOf(row, 'keywordAbsent') === true ? 'absent' : 'contains'
  const own = sentFields({
    port: cell(row, 'port'),
    method: textOf(row, 'method')?.toUpperCase(),
    expectedStatus: listOf(row, 'expectedStatus'),
    keyword: value === null ? undefined : { value, mode },
    recordType: textOf(row, 'recordType')?.toUpperCase(),
    resolver: textOf(row, 'resolver') ?? undefined,
  })
  const settings = { ...(isRow(base) ? base : {}), ...own }
  return Object.keys(settings).length === 0 ? undefined : settings
}
