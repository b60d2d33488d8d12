import type { Complaints } from './complaints.ts'
import type { Reading } from './reading.ts'
import type { SitemapLimits } from './sitemap-file.ts'
import type { Tally } from './tally.ts'
import { NOTHING_WRITTEN } from './tally.ts'

/** Longest line that is kept, in characters; more than the longest address. */
const MAX_LINE = 4_096

/** A list of addresses, one a line. What begins with something else is no such list.
 *  Source: sitemaps.org, "Text file" */
export function readText(limits: SitemapLimits, tally: Tally, complaints: Complaints): Reading {
  let line = 1
  let rest = ''
  /** Lines that are not empty, good or not. */
  let entries = 0

  function take(written: string): boolean {
    const loc = written.trim()
    if (loc !== '') {
      entries += 1
      if (entries > limits.urls) {
        complaints.add(
          `It holds more than ${limits.urls.toLocaleString('en')} addresses; the rest was not read.`,
        )
        return false
      }
      const problem = tally.add({ ...NOTHING_WRITTEN, loc })
      if (problem !== null) complaints.add(`Line ${line}: it ${problem}.`)
      // Prose, not a list of addresses.
      if (problem !== null && tally.count() === 0) return false
    }
    line += 1
    return true
  }

  return {
    write(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop()?.slice(0, MAX_LINE) ?? ''
      return lines.every(take)
    },
    end: () => take(rest),
    finish: () => ({ type: tally.count() > 0 ? 'text' : null, children: [], childCount: 0 }),
  }
}
