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
