import type { Segment } from './segments.ts'
import { DAY_MS, floorTo, HOUR_MS } from './spans.ts'
import type { SpanFigures } from './tally.ts'
import { NO_FIGURES } from './tally.ts'

const HOURS = 24

/** Of each hour: counts, then hundredths of a millisecond, in the order of `numbersOf`. */
const NUMBERS = 13
const NUMBER_BYTES = 4

/** How long the packed hours of a day are. What is longer or shorter is of another version, or nothing. */
export const PACKED_BYTES = HOURS * NUMBERS * NUMBER_BYTES

/** A time that there is none of. */
const NONE = 2 ** 32 - 1

/** Whole numbers of an hour; null where it has no such time. */
function numbersOf({ checks, up, down, timings, ...response }: SpanFigures): (number | null)[] {
  const { avgMs, minMs, maxMs, p50Ms, p95Ms } = response
  const { dnsMs, connectMs, tlsMs, firstByteMs, downloadMs } = timings
  const times = [
    avgMs,
    minMs,
    maxMs,
    p50Ms,
    p95Ms,
    dnsMs,
    connectMs,
    tlsMs,
    firstByteMs,
    downloadMs,
  ]
  return [checks, up, down, ...times.map((ms) => (ms === null ? null : Math.round(ms * 100)))]
}

/** Packs the hours of a day; those that are not given had no checks.
 *  @param hours by number, 0 to 23; times have two decimals
 *  @returns null when a number is too large for that */
export function packHours(hours: ReadonlyMap<number, SpanFigures>): Buffer | null {
  const packed = Buffer.alloc(PACKED_BYTES)
  for (let hour = 0; hour < HOURS; hour += 1) {
    const numbers = numbersOf(hours.get(hour) ?? NO_FIGURES)
    for (const [place, number] of numbers.entries()) {
      if (number !== null && !(number >= 0 && number < NONE)) return null
      packed.writeUInt32LE(number ?? NONE, (hour * NUMBERS + place) * NUMBER_BYTES)
    }
  }
  return packed
}

/** The figures of an hour of a packed day, as they were. */
function unpackHour(packed: Buffer, hour: number): SpanFigures {
  const number = (place: number): number =>
    packed.readUInt32LE((hour * NUMBERS + place) * NUMBER_BYTES)
  const time = (place: number): number | null => {
    const hundredths = number(place)
    return hundredths === NONE ? null : hundredths / 100
  }
  return {
    checks: number(0),
    up: number(1),
    down: number(2),
    avgMs: time(3),
    minMs: time(4),
    maxMs: time(5),
    p50Ms: time(6),
    p95Ms: time(7),
    timings: {
      dnsMs: time(8),
      connectMs: time(9),
      tlsMs: time(10),
      firstByteMs: time(11),
      downloadMs: time(12),
    },
  }
}

/** Takes whole hours out of what is to be read that are packed.
 *  @param packed by the beginning of their day, UNIX ms
 *  @returns the figures of those by when they begin, UNIX ms, and what is left to be read */
export function takePacked(
  segments: readonly Segment[],
  packed: ReadonlyMap<number, Buffer>,
): { figures: Map<number, SpanFigures>; rest: Segment[] } {
  const figures = new Map<number, SpanFigures>()
  const rest: Segment[] = []
  for (const segment of segments) {
    if (segment.source !== 60) {
      rest.push(segment)
      continue
    }
    let leftFromMs = segment.fromMs
    const leave = (toMs: number): void => {
      if (leftFromMs < toMs) rest.push({ source: 60, fromMs: leftFromMs, toMs })
    }
    for (let atMs = segment.fromMs; atMs < segment.toMs; atMs += HOUR_MS) {
      const day = packed.get(floorTo(atMs, DAY_MS))
      if (day === undefined) continue
      leave(atMs)
      leftFromMs = atMs + HOUR_MS
      figures.set(atMs, unpackHour(day, (atMs % DAY_MS) / HOUR_MS))
    }
    leave(segment.toMs)
  }
  return { figures, rest }
}
