import { printable } from '../input/printable.ts'
import { MAX_CLOCK_OFFSET_MS } from '../votes/clock-offset.ts'

/** How a command shows what it did. */
export interface Output {
  /** @param value for `--json`
   *  @param text for people */
  readonly show: (value: unknown, text: string) => void
}

/** @param isJson one JSON document on standard output and nothing else, for scripts */
export function createOutput(isJson: boolean): Output {
  return {
    show(value, text) {
      // Told by the callback.
      process.stdout.once('error', () => undefined)
      process.stdout.write(`${isJson ? JSON.stringify(value, null, 2) : text}\n`, noteFailure)
    },
  }
}

/** Has the process fail when what it shows does not arrive, as on a disk that is full: a key that is shown once is lost
 *  then. Whoever reads no further, as `head` does, has what they wanted. */
function noteFailure(error?: NodeJS.ErrnoException | null): void {
  if (error == null || error.code === 'EPIPE') return
  process.exitCode = 1
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message
  console.error(`It is done, but could not be shown: ${reason}`)
}

/** Rows as columns of equal width, for people. What could move the cursor, recolour the terminal or turn
 *  the direction of writing stands as "?": names come from users and from agents. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows].map((row) => row.map((cell) => printable(cell)))
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => (row[column] ?? '').length)),
  )
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** How far a clock is ahead of the one that counts, for people: "+7 min", "-3.2 s", "right" within what is corrected
 *  without a word; "-" when nobody has said. */
export function clockWords(aheadMs: number | null): string {
  if (aheadMs === null) return '-'
  if (Math.abs(aheadMs) <= MAX_CLOCK_OFFSET_MS) return 'right'
  const sign = aheadMs < 0 ? '-' : '+'
  const seconds = Math.abs(aheadMs) / 1_000
  return seconds < 120 ? `${sign}${seconds.toFixed(1)} s` : `${sign}${Math.round(seconds / 60)} min`
}

/** A moment for people: "2026-11-21 13:05:09 UTC", "never" without one. */
export function moment(at: Date | null): string {
  return at === null ? 'never' : `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
