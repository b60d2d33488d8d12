const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** "2 days 3 hours", "1 minute 5 seconds", "less than a second": the two largest units, cut off. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const first = UNITS.findIndex(([, length]) => seconds >= length)
  if (first === -1) return 'less than a second'
  let rest = seconds
  return UNITS.slice(first, first + 2)
    .map(([word, length]) => {
      const count = Math.floor(rest / length)
      rest -= count * length
      return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`
    })
    .filter((part) => part !== '')
    .join(' ')
}

/** "2026-03-10 11:58:00 UTC" */
export function utcWords(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** A fact that is an instant. */
export function timeFact(label: string, atMs: number) {
  return { label, value: utcWords(atMs), atMs }
}

/** By the clocks of a zone and in UTC: "2026-03-10 12:58:00 Europe/Berlin, 11:58:00 UTC"; with the date twice where it
 *  is another.
 *  @param zone IANA name */
export function zonedWords(atMs: number, zone: string): string {
  return `${localWords(atMs, zone)} ${zone}, ${utcBeside(atMs, zone)}`
}

/** The same where the zone is named elsewhere: "2026-03-10 12:58:00 (11:58:00 UTC)". */
export function zonedStamp(atMs: number, zone: string): string {
  return `${localWords(atMs, zone)} (${utcBeside(atMs, zone)})`
}

/** "2026-03-10 12:58:00" */
function localWords(atMs: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(atMs)
  const of = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}:${of('second')}`
}

function utcBeside(atMs: number, zone: string): string {
  const utc = utcWords(atMs)
  const isSameDay = localWords(atMs, zone).slice(0, 10) === utc.slice(0, 10)
  return isSameDay ? utc.slice(11) : utc
}
