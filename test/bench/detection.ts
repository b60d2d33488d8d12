import { measureCut } from './detection/cut-part.ts'
import { measureFaults } from './detection/faults-part.ts'
import type { Part } from './detection/part.ts'
import type { Report } from './report.ts'

const DEFAULT_CUT_MINUTES = 10

/** Its parts, in the order they run. */
const PARTS = {
  faults: ({ signal }) => measureFaults(signal),
  cut: ({ signal, cutMinutes }) => measureCut(cutMinutes, signal),
} as const satisfies Record<
  string,
  (options: { signal: AbortSignal; cutMinutes: number }) => Promise<Part>
>

function cutMinutesAsked(): number {
  const minutes = Number(process.env['SIGHTLINE_BENCH_MINUTES'] ?? DEFAULT_CUT_MINUTES)
  if (Number.isInteger(minutes) && minutes >= 2 && minutes <= 60) return minutes
  throw new Error('SIGHTLINE_BENCH_MINUTES must be a whole number from 2 to 60')
}

/** @returns null for all of them */
function partsAsked(): readonly string[] | null {
  // For trying: SIGHTLINE_BENCH_PARTS=faults measures this only.
  const asked = process.env['SIGHTLINE_BENCH_PARTS']?.split(',') ?? null
  if (asked?.every((name) => Object.hasOwn(PARTS, name)) ?? true) return asked
  throw new Error(`SIGHTLINE_BENCH_PARTS must be of: ${Object.keys(PARTS).join(', ')}`)
}

/** From the first failing check to `down`, to the alert and back; and an agent whose way out is cut,
 *  which must call nothing down. */
export async function benchDetection(): Promise<Report> {
  const asked = partsAsked()
  const cutMinutes = cutMinutesAsked()
  const stopping = new AbortController()
  // A run that is broken off undoes what it did to this machine.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const parts: Part[] = []
  for (const [name, measure] of Object.entries(PARTS)) {
    if (asked !== null && !asked.includes(name)) continue
    parts.push(await measure({ signal: stopping.signal, cutMinutes }))
  }
  return {
    figures: parts.flatMap(({ figures }) => figures),
    versions: {
      postgresql: parts.find((part) => part.postgresVersion !== null)?.postgresVersion ?? 'unknown',
    },
    notes: [
      ...(asked === null ? [] : [`Only ${asked.join(', ')} was asked for.`]),
      ...parts.flatMap(({ notes }) => notes),
    ],
  }
}
