import type { NotCarried, ReadThing } from '../reading.ts'
import type { Row } from '../values.ts'
import { flagOf, textOf } from '../values.ts'
import { spansOf } from './maintenance-spans.ts'

/** The zone of the machine it ran on, which no file says. */
const SERVER_ZONE = 'SAME_AS_SERVER'
const MAX_DESCRIPTION = 200

/** Maintenance as windows: one each, or one for each of its days. */
export function convertWindows(rows: readonly Row[]): {
  readonly windows: readonly ReadThing[]
  readonly notCarried: readonly NotCarried[]
} {
  const windows: ReadThing[] = []
  const notCarried: NotCarried[] = []
  for (const row of rows) {
    const made = convertWindow(row)
    if ('reason' in made) notCarried.push(made)
    else windows.push(...made)
  }
  return { windows, notCarried }
}

function convertWindow(row: Row): readonly ReadThing[] | NotCarried {
  const id = textOf(row, 'id') ?? ''
  const at = `maintenance ${id}`
  const name = textOf(row, 'title') ?? at
  const left = (reason: string): NotCarried => ({ what: 'maintenance', name, at, reason })
  if (flagOf(row, 'active') === false) return left('It is switched off.')
  const monitors = row['monitorIDList']
  if (!Array.isArray(monitors) || monitors.length === 0) return left('It covers no monitor.')
  const said = textOf(row, 'timezone')
  const timezone = said === null || said === SERVER_ZONE ? 'UTC' : said
  const spans = spansOf(row, timezone)
  if (typeof spans === 'string') return left(spans)
  const common = {
    description: Array.from(name).slice(0, MAX_DESCRIPTION).join(''),
    timezone,
    monitorIds: monitors.map((each) => `monitor ${String(each)}`),
  }
  const warnings =
    said === SERVER_ZONE ? ['It followed the clock of its server, and follows UTC here.'] : []
  return spans.map((span, index): ReadThing => {
    const ref = `${at} part ${index + 1}`
    return { ref, name, at, body: { ...common, ...span }, warnings }
  })
}
