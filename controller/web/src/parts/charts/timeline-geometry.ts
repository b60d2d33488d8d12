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

/** How long each status lasted within a window, in seconds, the longest first. Pure. */
export function lengthsOf(
  entries: readonly TimelineEntry[],
  window: { readonly from: string; readonly to: string },
): { readonly status: MonitorStatus; readonly seconds: number }[] {
  const [startMs, endMs] = [Date.parse(window.from), Date.parse(window.to)]
  const lengths = new Map<MonitorStatus, number>()
  for (const { from, to, status } of entries) {
    const ms = Math.min(endMs, Date.parse(to)) - Math.max(startMs, Date.parse(from))
    if (ms > 0) lengths.set(status, (lengths.get(status) ?? 0) + ms / 1_000)
  }
  return [...lengths]
    .map(([status, seconds]) => ({ status, seconds }))
    .sort((a, b) => b.seconds - a.seconds)
}

/** Parts that marks cut a window into. */
const MARKED_PARTS = 4

/** Instants of a window that its axis names: its ends, and evenly between them. Pure. */
export function marksOf(window: { readonly from: string; readonly to: string }): Date[] {
  const startMs = Date.parse(window.from)
  const lengthMs = Date.parse(window.to) - startMs
  return Array.from(
    { length: MARKED_PARTS + 1 },
    (_, index) => new Date(startMs + (lengthMs * index) / MARKED_PARTS),
  )
}

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
