const W3C_DATE =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?)?)?$/

const RFC822_DATE =
  /^(?:[A-Z][a-z]{2}, ?)?\d{1,2} [A-Z][a-z]{2} \d{2,4} \d\d:\d\d(?::\d\d)? (?:[A-Z]{1,3}|[+-]\d{4})$/

/** Days of a month, counted from 1. */
function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** The instant of a lastmod, in UNIX ms; null when it is none. A day stands for its beginning in UTC; a
 *  time needs its zone. Source: W3C note "Date and Time Formats" */
export function readW3cDate(text: string): number | null {
  const parts = W3C_DATE.exec(text)
  if (parts === null) return null
  const [year = 0, month = 1, day = 1] = parts.slice(1, 4).map((part) => Number(part ?? 1))
  if (month < 1 || month > 12 || day < 1) return null
  if (day > 28 && day > daysOf(year, month)) return null
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? null : atMs
}

/** The instant of a feed's pubDate, in UNIX ms; null when it is none. Source: RFC 822, section 5 */
export function readRfc822Date(text: string): number | null {
  const atMs = RFC822_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? null : atMs
}
