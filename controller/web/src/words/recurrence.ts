import { dayWords } from './times.ts'
import { wallClock } from './zoned.ts'

export interface Recurring {
  readonly from: string
  readonly to: string
  readonly recurrence: 'none' | 'day' | 'week' | 'month'
  readonly repeatEvery: number
  readonly timezone: string
  /** No occurrence begins later; null or left out: for ever. */
  readonly effectiveTo?: string | null
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const ORDINALS = new Map([
  [1, ''],
  [2, 'second '],
  [3, 'third '],
  [4, 'fourth '],
])

function every(amount: number, unit: string): string {
  const word = ORDINALS.get(amount)
  return word === undefined ? `Every ${amount} ${unit}s` : `Every ${word}${unit}`
}

function ordinalDay(day: number): string {
  const tail =
    day % 100 > 10 && day % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${tail}`
}

/** How often something begins, as people say it: "Every second Tuesday, 03:00 Europe/Berlin". Pure. */
export function everyWords(rule: Omit<Recurring, 'to'>): string {
  return ruleWords({ ...rule, to: rule.from }).replace(/ to \d{2}:\d{2}(?= )/, '')
}

const DAY_MS = 86_400_000

/** When an occurrence ends: "01:00" where it is plain which one, else "00:00 the next day," or "06:00 3 days later,". */
function endWords(days: number, startTime: string, endTime: string): string {
  if (days > 1) return `${endTime} ${days} days later,`
  return days === 1 && endTime >= startTime ? `${endTime} the next day,` : endTime
}

/** "31 Jan 2027, 10:00" */
function momentWords(wall: string): string {
  const [day = '', time = ''] = wall.split('T')
  return `${dayWords(day)}, ${time}`
}

/** A rule as people say it: "Every second Tuesday, 22:00 to 23:30 Europe/Berlin". Pure. */
export function ruleWords(rule: Recurring): string {
  const { from, to, recurrence, repeatEvery, timezone, effectiveTo = null } = rule
  const start = wallClock(new Date(from), timezone)
  const end = wallClock(new Date(to), timezone)
  const [startDay = '', startTime = ''] = start.split('T')
  const [endDay = '', endTime = ''] = end.split('T')
  const date = new Date(`${startDay}T00:00:00Z`)
  const days = (Date.parse(`${endDay}T00:00:00Z`) - date.getTime()) / DAY_MS
  const onceUntil = days === 0 ? endTime : `${endTime} on ${dayWords(endDay)}`
  const until = recurrence === 'none' ? onceUntil : endWords(days, startTime, endTime)
  const times = `${startTime} to ${until} ${timezone}`
  const weekday = WEEKDAYS[date.getUTCDay()] ?? 'week'
  const rules = {
    none: () => dayWords(startDay),
    day: () => every(repeatEvery, 'day'),
    week: () => every(repeatEvery, weekday),
    month: () => `${every(repeatEvery, 'month')} on the ${ordinalDay(date.getUTCDate())}`,
  }
  const last =
    effectiveTo === null || recurrence === 'none'
      ? ''
      : `, until ${momentWords(wallClock(new Date(effectiveTo), timezone))}`
  return `${rules[recurrence]()}, ${times}${last}`
}
