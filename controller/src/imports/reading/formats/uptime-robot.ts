import { csvRows, firstRow } from '../csv-rows.ts'
import type { NotCarried, Reading, ReadMonitor } from '../reading.ts'
import { FileProblem, NOTHING } from '../reading.ts'
import type { RobotContacts } from '../robot/alert-contacts.ts'
import { convertAlertContacts, robotAlerts } from '../robot/alert-contacts.ts'
import { convertRobotMonitor, isPaused, kindOf, robotTags } from '../robot/api-monitor.ts'
import type { SourceFile } from '../source-file.ts'
import type { Row } from '../values.ts'
import { entryOf, isRow, numberOf, rowsOf, sentFields, textOf } from '../values.ts'
import type { Format } from './format.ts'
import { looksLikeJson } from './format.ts'

const MAX_TIMEOUT_MS = 120_000

/** Columns of its CSV by what the API calls them. */
const COLUMNS: Readonly<Record<string, string>> = {
  id: 'id',
  type: 'type',
  status: 'status',
  'friendly name': 'friendly_name',
  'url/ip': 'url',
  url: 'url',
  'keyword type': 'keyword_type',
  'keyword value': 'keyword_value',
  port: 'port',
  interval: 'interval',
  timeout: 'timeout',
}

/** What UptimeRobot tells of its monitors: pages of version 2 or 3 of its API, one or a list of them, a plain list
 *  of monitors, or the CSV of its dashboard. */
export const UPTIME_ROBOT = {
  title: "UptimeRobot's monitors",
  recognises(file) {
    if (looksLikeJson(file)) return monitorsOf(file.json()).some(isRobotMonitor)
    return (
      firstRow(file.text())?.fields.some((name) =>
        /^(?:friendly name|url\/ip)$/i.test(name.trim()),
      ) === true
    )
  },
  read(file) {
    const rows = looksLikeJson(file) ? monitorsOf(file.json()) : rowsOfCsv(file)
    if (rows.length === 0) throw new FileProblem('The file holds no monitor of UptimeRobot.')
    return convertAll(rows)
  },
} satisfies Format

function monitorsOf(value: unknown): readonly Row[] {
  if (Array.isArray(value)) {
    return rowsOf(value).flatMap((each) => (isRobotMonitor(each) ? [each] : monitorsOf(each)))
  }
  if (!isRow(value)) return []
  return rowsOf(value['monitors'] ?? value['data'])
}

function isRobotMonitor(row: Row): boolean {
  return textOf(row, 'friendly_name', 'friendlyName') !== null
}

function rowsOfCsv(file: SourceFile): Row[] {
  const [header, ...rows] = csvRows(file.text())
  const names = header?.fields.map((name) => entryOf(COLUMNS, name.trim().toLowerCase())) ?? []
  return rows.map(({ line, fields }) => {
    const cells = fields.map((value, index) => [names[index] ?? 'unknown', value])
    return { ...Object.fromEntries(cells), line } as Row
  })
}

function convertAll(rows: readonly Row[]): Reading {
  const contacts = convertAlertContacts(rows)
  const monitors: ReadMonitor[] = []
  const notCarried: NotCarried[] = [...contacts.notCarried]
  for (const [index, row] of rows.entries()) {
    const made = convertMonitor(row, index, contacts)
    if ('reason' in made) notCarried.push(made)
    else monitors.push(made)
  }
  return { ...NOTHING, contacts: contacts.contacts, monitors, notCarried }
}

function convertMonitor(
  row: Row,
  index: number,
  contacts: RobotContacts,
): ReadMonitor | NotCarried {
  const id = textOf(row, 'id') ?? String(index + 1)
  const line = numberOf(row, 'line')
  const at = line === null ? `monitor ${id}` : `line ${line}`
  const name = textOf(row, 'friendly_name', 'friendlyName') ?? textOf(row, 'url') ?? at
  const made = convertRobotMonitor(row)
  if ('notCarried' in made) {
    return { what: `${kindOf(row) || 'unknown'} monitor`, name, at, reason: made.notCarried }
  }
  const seconds = numberOf(row, 'timeout') ?? 0
  const body = sentFields({
    type: made.type,
    url: made.url,
    name,
    timeoutMs: seconds <= 0 ? undefined : Math.min(MAX_TIMEOUT_MS, Math.round(seconds * 1_000)),
    alerts: robotAlerts(row, contacts),
    tags: robotTags(row),
    settings: made.settings,
  })
  const warnings = [...made.warnings]
  if (rowsOf(row['mwindows']).length > 0) {
    warnings.push('Its maintenance windows are not carried over: make them anew.')
  }
  if (typeof made.pausedFor === 'string') {
    warnings.push(`${made.pausedFor} It is made paused: set what is missing, then resume it.`)
  }
  const isActive = !isPaused(row) && typeof made.pausedFor !== 'string'
  const intervalSeconds = numberOf(row, 'interval')
  return { ref: `monitor ${id}`, name, at, body, intervalSeconds, isActive, warnings }
}
