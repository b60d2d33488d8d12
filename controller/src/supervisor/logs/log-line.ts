/** One line a child wrote, made out. */
export interface LogLine {
  /** As in pino: 30 info, 40 warning, 50 error, 60 fatal. A line that is not a log entry (a fatal
   *  setting, a crash) counts as 50. */
  readonly level: number
  /** For people. */
  readonly text: string
  readonly isLogEntry: boolean
}

const LEVEL_NAMES: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
}

/** Fields every entry has, or that say nothing to a reader of one line. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'v'])

/** Reads a line of a child's log.
 *  @param source who wrote it: "controller" */
export function readLogLine(source: string, line: string): LogLine {
  const entry = parseEntry(line)
  if (entry === null) return { level: 50, text: `${source}: ${line}`, isLogEntry: false }
  const level = typeof entry['level'] === 'number' ? entry['level'] : 30
  const error = entry['err']
  const reason =
    typeof error === 'object' && error !== null && 'message' in error
      ? `: ${String(error.message)}`
      : ''
  const fields = Object.entries(entry)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const time = typeof entry['time'] === 'string' ? entry['time'].slice(11, 19) : ''
  const message = typeof entry['msg'] === 'string' ? entry['msg'] : ''
  const tail = fields.length === 0 ? '' : ` (${fields.join(', ')})`
  return {
    level,
    text: `${time} ${source} ${LEVEL_NAMES[level] ?? level}: ${message}${reason}${tail}`.trim(),
    isLogEntry: true,
  }
}

function parseEntry(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
