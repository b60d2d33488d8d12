import fc from 'fast-check'
import { expect } from 'vitest'
import type { IncomingResult } from '../../controller/src/db/results.ts'
import type { Tally } from '../../controller/src/reports/rollups/tally.ts'
import { responseFigures } from '../../controller/src/reports/rollups/tally.ts'
import type { NaiveTally } from './report-rows.ts'
import { aResult, percentileOf } from './report-rows.ts'
import { DAY, MINUTE, NOW, REGIONS } from './rollup-database.ts'

/** Instants of some days, many of them at or next to the edge of a quarter, hour or day. */
export const instant = fc.oneof(
  fc.integer({ min: NOW - 4 * DAY, max: NOW }),
  fc
    .tuple(
      fc.integer({ min: 0, max: 4 * 96 - 1 }),
      fc.constantFrom(-1, 0, 1, 7 * MINUTE, 7 * MINUTE - 1),
    )
    .map(([quarters, ms]) => Math.floor(NOW / DAY) * DAY - 3 * DAY + quarters * 15 * MINUTE + ms)
    .filter((ms) => ms < NOW),
)

const phaseMs = fc.option(fc.integer({ min: 0, max: 5_000 }).map((tenths) => tenths / 10))
const someResult = fc.record({
  checkedAtMs: instant,
  delayMs: fc.integer({ min: -5_000, max: 60_000 }),
  region: fc.constantFrom(...REGIONS),
  status: fc.constantFrom('up', 'up', 'up', 'degraded', 'down', 'unknown'),
  confirmation: fc.boolean(),
  responseMs: fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 300 }).map((tenths) => tenths / 10),
      fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10),
    ),
  ),
  dnsMs: phaseMs,
  connectMs: phaseMs,
  tlsMs: phaseMs,
  firstByteMs: phaseMs,
  downloadMs: phaseMs,
})

export const history = fc.array(someResult, { minLength: 1, maxLength: 250 })

export function resultsOf(
  monitorId: number,
  generated: readonly (typeof someResult extends fc.Arbitrary<infer T> ? T : never)[],
): IncomingResult[] {
  return generated.map(({ delayMs, ...fields }, attempt) =>
    aResult({
      monitorId,
      ...fields,
      scheduledAtMs: fields.checkedAtMs - delayMs,
      // 1 is a first check, which is only taken where one was asked for.
      attempt: attempt + 2,
    }),
  )
}

export function expectSame(tally: Tally, naive: NaiveTally): void {
  const { checks, up, degraded, down, unknown, failures } = naive
  expect(tally).toMatchObject({ checks, up, degraded, down, unknown, failures })
  const { responses, phases } = naive
  expect(tally.responseCount).toBe(responses.length)
  expect(tally.responseMinMs).toBe(shown(responses[0]))
  expect(tally.responseMaxMs).toBe(shown(responses.at(-1)))
  const sum = responses.reduce((total, ms) => total + ms, 0)
  expect(tally.responseSumMs).toBeCloseTo(sum, 2)
  for (const phase of ['dns', 'connect', 'tls', 'firstByte', 'download'] as const) {
    expect(tally[`${phase}Count`]).toBe(phases[phase].count)
    expect(tally[`${phase}SumMs`]).toBeCloseTo(phases[phase].sum, 2)
  }
  const { p50Ms, p95Ms, p99Ms } = responseFigures(tally)
  for (const [share, found] of [
    [0.5, p50Ms],
    [0.95, p95Ms],
    [0.99, p99Ms],
  ] as const) {
    if (responses.length === 0) expect(found).toBeNull()
    else {
      const exact = percentileOf(responses, share)
      expect(Math.abs((found ?? Number.NaN) - exact)).toBeLessThanOrEqual(exact * 0.008 + 0.006)
    }
  }
}

/** As the driver reads a real. */
function shown(ms: number | undefined): number | null {
  return ms === undefined ? null : Number(ms.toPrecision(6))
}
