import type { MonitorStatus } from '@sightline/shared/check-words'

export interface TimelineEntry {
  readonly from: string
  readonly to: string
  readonly status: MonitorStatus
}

/** A piece of a bar, as shares of its width. */
export interface Piece extends TimelineEntry {
  readonly x: number
  readonly width: number
}

/** Shorter ones would not be seen, and a short outage is what people look for. */
const MIN_WIDTH = 0.003

/** Where each status stands in a window; what was before the monitor stays empty. Pure. */
export function piecesOf(
  entries: readonly TimelineEntry[],
  window: { readonly from: string; readonly to: string },
): Piece[] {
  const startMs = Date.parse(window.from)
  const lengthMs = Math.max(1, Date.parse(window.to) - startMs)
  return entries.map((entry) => {
    const x = Math.max(0, (Date.parse(entry.from) - startMs) / lengthMs)
    const end = Math.min(1, (Date.parse(entry.to) - startMs) / lengthMs)
    const width = Math.max(MIN_WIDTH, end - x)
    return { ...entry, x: Math.min(x, 1 - width), width }
  })
}
