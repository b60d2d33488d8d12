import { Temporal } from 'temporal-polyfill'
import type { Row } from '../values.ts'
import { jsonOf, numberOf, textOf, within } from '../values.ts'

/** When a window is, as the API takes it. */
export interface Span {
  readonly from: string
  readonly to: string
  readonly recurrence?: 'day' | 'week' | 'month'
  readonly repeatEvery?: number
  readonly effectiveTo?: string
}

/** Windows, or why there are none, as a sentence. */
type Spans = readonly Span[] | string

/** Times by the clocks of the maintenance's zone. */
type SpansOf = (row: Row, zone: string) => Spans

/** Stands for the last day of a month, whichever that is. */
const LAST_DAY = Infinity

const NO_TIMES = 'The file does not say from when to when.'

const STRATEGIES: Readonly<Record<string, SpansOf>> = {
  single: singleSpan,
  'recurring-interval': (row, zone) =>
    dailySpan(row, zone, firstDayOf(row), {
      recurrence: 'day',
      repeatEvery: within(Math.trunc(numberOf(row, 'interval_day', 'intervalDay') ?? 1), 1, 100),
    }),
  'recurring-weekday': (row, zone) =>
    eachDay(jsonOf(row, 'weekdays'), (day) => {
      const first = firstDayOf(row)
      const ahead = (day - first.dayOfWeek + 7) % 7
      return dailySpan(row, zone, first.add({ days: ahead }), {
        recurrence: 'week',
        repeatEvery: 1,
      })
    }),
  'recurring-day-of-month': (row, zone) =>
    eachDay(jsonOf(row, 'days_of_month', 'daysOfMonth'), (day) =>
      dailySpan(row, zone, firstWithDay(firstDayOf(row), day), {
        recurrence: 'month',
        repeatEvery: 1,
      }),
    ),
}

/** When maintenance of Uptime Kuma happens. */
export function spansOf(row: Row, zone: string): Spans {
  const strategy = textOf(row, 'strategy') ?? 'single'
  const convert = Object.hasOwn(STRATEGIES, strategy) ? STRATEGIES[strategy] : undefined
  if (convert === undefined)
    return `Its rule (${strategy.slice(0, 40)}) has no like here: make it anew.`
  try {
    return convert(row, zone)
  } catch (error: unknown) {
    // Of a date or a zone that is none.
    if (error instanceof RangeError) return NO_TIMES
    throw error
  }
}

function singleSpan(row: Row, zone: string): Spans {
  const from = clockTimeOf(row, 'start_date')
  const to = clockTimeOf(row, 'end_date')
  return from === null || to === null
    ? NO_TIMES
    : [{ from: instant(from, zone), to: instant(to, zone) }]
}

function eachDay(days: unknown, spansOfDay: (day: number) => Spans): Spans {
  if (!Array.isArray(days) || days.length === 0 || days.length > 31) return NO_TIMES
  const spans: Span[] = []
  for (const day of days) {
    // The last of the month; those before it have no like.
    const number = day === 'lastDay1' ? LAST_DAY : Number(day)
    if (day !== 'lastDay1' && (!Number.isInteger(number) || number < 0 || number > 31)) {
      return `Its days (${JSON.stringify(days).slice(0, 100)}) have no like here: make it anew.`
    }
    const made = spansOfDay(number)
    if (typeof made === 'string') return made
    spans.push(...made.filter(({ from, effectiveTo = from }) => from <= effectiveTo))
  }
  return spans.length === 0 ? 'None of its days comes between its first and its last.' : spans
}

/** The day it counts from; one long past where the file does not say. */
function firstDayOf(row: Row): Temporal.PlainDate {
  return clockTimeOf(row, 'start_date')?.toPlainDate() ?? Temporal.PlainDate.from('2024-01-01')
}

/** The first day of a month's day from another on, which is the day that the rule keeps. The last of a month is kept by
 *  a rule that begins in a month of 31 days, where need be in the one before.
 *  @param day 1 to 31, or LAST_DAY */
function firstWithDay(from: Temporal.PlainDate, day: number): Temporal.PlainDate {
  let month = from.toPlainYearMonth()
  if (day === LAST_DAY) {
    while (month.daysInMonth < 31) month = month.subtract({ months: 1 })
    return month.toPlainDate({ day: 31 })
  }
  const wanted = Math.max(1, day)
  while (
    month.daysInMonth < wanted ||
    Temporal.PlainDate.compare(month.toPlainDate({ day: wanted }), from) < 0
  ) {
    month = month.add({ months: 1 })
  }
  return month.toPlainDate({ day: wanted })
}

function dailySpan(
  row: Row,
  zone: string,
  day: Temporal.PlainDate,
  rule: Pick<Span, 'recurrence' | 'repeatEvery'>,
): Spans {
  const begins = textOf(row, 'start_time')
  const ends = textOf(row, 'end_time')
  if (begins === null || ends === null) return NO_TIMES
  const from = day.toPlainDateTime(Temporal.PlainTime.from(begins))
  const sameDay = day.toPlainDateTime(Temporal.PlainTime.from(ends))
  const to = Temporal.PlainDateTime.compare(sameDay, from) > 0 ? sameDay : sameDay.add({ days: 1 })
  const last = clockTimeOf(row, 'end_date')
  const end = last === null ? {} : { effectiveTo: instant(last, zone) }
  return [{ from: instant(from, zone), to: instant(to, zone), ...rule, ...end }]
}

function clockTimeOf(row: Row, ...names: readonly string[]): Temporal.PlainDateTime | null {
  const text = textOf(row, ...names)
  return text === null
    ? null
    : Temporal.PlainDateTime.from(text.replace(' ', 'T').replace(/Z$/, ''))
}

function instant(time: Temporal.PlainDateTime, zone: string): string {
  return new Date(time.toZonedDateTime(zone).epochMilliseconds).toISOString()
}
