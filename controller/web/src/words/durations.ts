const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

export const numberWords = (value: number): string => value.toLocaleString('en')

/** A number with what it counts: "1 page", "2,104 pages".
 *  @param many where it is not one; the same with an "s" unless told otherwise */
export function countWords(value: number, one: string, many = `${one}s`): string {
  return `${numberWords(value)} ${value === 1 ? one : many}`
}

/** A duration in words, in its two largest units: "2 hours 5 minutes".
 *  @param seconds whole and fractions; below zero counts as zero */
export function durationWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const first = UNITS.findIndex(([, size]) => whole >= size)
  if (first === -1) return 'less than a second'
  const [unit, size] = UNITS[first] ?? UNITS[3]
  const rest = whole % size
  const next = UNITS[first + 1]
  const words = [countWords(Math.floor(whole / size), unit)]
  if (next !== undefined && rest >= next[1])
    words.push(countWords(Math.floor(rest / next[1]), next[0]))
  return words.join(' ')
}

/** The same where there is little room: "2 h 5 min". */
export function shortDuration(seconds: number): string {
  return durationWords(seconds)
    .replace(/ days?/, ' d')
    .replace(/ hours?/, ' h')
    .replace(/ minutes?/, ' min')
    .replace(/less than a second/, '< 1 s')
    .replace(/ seconds?/, ' s')
}

/** A response time: "183 ms", "1.24 s"; a dash where there is none. */
export function responseWords(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–'
  const whole = Math.round(ms)
  if (whole < 1) return '< 1 ms'
  return whole < 1_000 ? `${whole} ms` : `${(ms / 1_000).toFixed(2)} s`
}

const NEARLY_ALWAYS = 99.9

/** An uptime: a third decimal only near 100 %, where it says something, so that figures below each other align. */
export function uptimeWords(percent: number | null | undefined): string {
  if (percent === null || percent === undefined) return '–'
  if (percent === 100) return '100 %'
  const digits = percent < NEARLY_ALWAYS ? 2 : 3
  // 99.999 must never be rounded to a hundred, and 57.97 is no 57.96 because its product with a hundred is a hair less.
  const shown = Math.floor(Number((percent * 10 ** digits).toFixed(6))) / 10 ** digits
  return `${shown.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: digits })} %`
}

/** How much of a whole, as "12 %": what is not none is never 0 %, and what is not all never 100 %. */
export function shareWords(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (100 * part) / whole
  if (percent > 0 && percent < 1) return '< 1 %'
  return percent > 99 && percent < 100 ? '> 99 %' : `${Math.round(percent)} %`
}

/** How often something is among all, as "2.5 %": what is there is never 0 %.
 *  @param percent 0 to 100 */
export const densityWords = (percent: number): string =>
  percent > 0 && percent < 0.1 ? '< 0.1 %' : `${percent.toFixed(1)} %`

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB'] as const

/** Sizes by thousands, as networks count. */
export function byteWords(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < BYTE_UNITS.length - 1) {
    value /= 1_000
    unit += 1
  }
  if (unit === 0) return countWords(value, 'byte')
  return `${value.toFixed(value < 10 ? 1 : 0)} ${BYTE_UNITS[unit]}`
}
