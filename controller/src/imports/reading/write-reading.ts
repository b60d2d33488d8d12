import type { FormatName } from '../format-names.ts'
import type { NotCarried, Reading, ReadMonitor, ReadThing } from './reading.ts'

/** What is no monitor. */
export type ThingKind = 'contact' | 'team' | 'window' | 'crawlSchedule' | 'statusPage'

/** What is told of a file, a line of JSON each: first `file` or `problem`, last `end`. */
export type ReadLine =
  | { readonly kind: 'file'; readonly format: FormatName; readonly monitors: number }
  /** Why it cannot be read, as a sentence. */
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: ThingKind; readonly thing: ReadThing }
  | { readonly kind: 'monitor'; readonly monitor: ReadMonitor }
  | { readonly kind: 'notCarried'; readonly left: NotCarried }
  | { readonly kind: 'end' }

/** Most monitors of one file. */
const MAX_MONITORS = 100_000
/** Most of all else in it together: no workspace has as many. */
const MAX_OTHERS = 20_000
/** Largest body, as JSON in characters: as much as the API takes of one. */
const MAX_BODY = 65_536
/** More than that of some kinds: a logo is a data: URL of up to 205,000 characters, and a window may name every monitor
 *  of a file. What is larger would hold up the controller, which reads a body at a stretch. */
const MORE: { readonly [K in ThingKind]?: number } = {
  statusPage: 210_000,
  window: 30 * MAX_MONITORS,
}
const MAX_NAME = 200
const MAX_REASON = 600

/** The lines of a reading, in the order in which things refer to each other. */
export function* linesOf(format: FormatName, reading: Reading): Generator<ReadLine> {
  const { contacts, teams, monitors, windows, crawlSchedules, statusPages, notCarried } = reading
  const message = sizeProblem(reading)
  if (message !== null) {
    yield { kind: 'problem', message }
    return
  }
  yield { kind: 'file', format, monitors: monitors.length }
  for (const thing of contacts) yield lineOf('contact', thing)
  for (const thing of teams) yield lineOf('team', thing)
  for (const monitor of monitors) {
    yield isTooLarge(monitor)
      ? tooLarge('monitor', monitor)
      : { kind: 'monitor', monitor: { ...monitor, ...shortened(monitor) } }
  }
  for (const thing of windows) yield lineOf('window', thing)
  for (const thing of crawlSchedules) yield lineOf('crawlSchedule', thing)
  for (const thing of statusPages) yield lineOf('statusPage', thing)
  for (const left of notCarried) yield { kind: 'notCarried', left: shortenedLeft(left) }
  yield { kind: 'end' }
}

/** Why there is too much in a file, as a sentence; null: there is not. */
function sizeProblem({ monitors, ...others }: Reading): string | null {
  if (monitors.length > MAX_MONITORS) {
    return `The file holds ${monitors.length} monitors: at most ${MAX_MONITORS} are imported at once.`
  }
  const count = Object.values(others).reduce((sum, { length }) => sum + length, 0)
  return count > MAX_OTHERS
    ? `The file holds more than ${MAX_OTHERS} things beside its monitors.`
    : null
}

function lineOf(kind: ThingKind, thing: ReadThing): ReadLine {
  const max = MAX_BODY + (MORE[kind] ?? 0)
  if (isTooLarge(thing, max)) return tooLarge(kind, thing, max)
  return namesTooMany(thing)
    ? leftOut(
        kind,
        thing,
        `It names more than ${MAX_MONITORS} monitors, and no file holds as many.`,
      )
    : { kind, thing: { ...thing, ...shortened(thing) } }
}

function isTooLarge({ body }: ReadThing | ReadMonitor, max = MAX_BODY): boolean {
  return JSON.stringify(body).length > max
}

/** Short names of nothing cost more than their characters. */
function namesTooMany({ body: { monitorIds } }: ReadThing): boolean {
  return Array.isArray(monitorIds) && monitorIds.length > MAX_MONITORS
}

function tooLarge(what: string, thing: ReadThing | ReadMonitor, max = MAX_BODY): ReadLine {
  const reason = `It is larger than ${max} characters, which is more than can be kept of one.`
  return leftOut(what, thing, reason)
}

function leftOut(what: string, { name, at }: ReadThing | ReadMonitor, reason: string): ReadLine {
  return { kind: 'notCarried', left: shortenedLeft({ what, name, at, reason }) }
}

/** What people read of a thing. */
function shortened({ ref, name, at, warnings }: ReadThing | ReadMonitor) {
  return {
    ref: ref.slice(0, MAX_NAME),
    name: shorten(name, MAX_NAME),
    at: at === null ? null : shorten(at, MAX_NAME),
    warnings: warnings.map((each) => shorten(each, MAX_REASON)),
  }
}

function shortenedLeft({ what, name, at, reason }: NotCarried): NotCarried {
  return {
    what: shorten(what, MAX_NAME),
    name: shorten(name, MAX_NAME),
    at: at === null ? null : shorten(at, MAX_NAME),
    reason: shorten(reason, MAX_REASON),
  }
}

function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`
}
