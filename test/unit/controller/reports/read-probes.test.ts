import { neededCapability } from '@sightline/shared/needed-capability'
import { expect, test } from 'vitest'
import type { RegionRow } from '../../../../controller/src/db/regions.ts'
import { requiredRegions } from '../../../../controller/src/verdicts/decision/quorum.ts'
import type { ProbeFindings } from '../../../../controller/src/reports/read-probes.ts'
import { viewProbes } from '../../../../controller/src/reports/read-probes.ts'
import type { Streak } from '../../../../controller/src/reports/streaks.ts'
import { joinStreaks } from '../../../../controller/src/reports/streaks.ts'

const EARLY = new Date('2026-03-01T00:00:00Z')
const LATE = new Date('2026-03-09T00:00:00Z')

function row(region: string, found: Partial<ProbeFindings> = {}): ProbeFindings {
  return {
    region,
    latest: null,
    checks: 0,
    up: 0,
    degraded: 0,
    down: 0,
    avgResponseMs: null,
    p95Ms: null,
    ...found,
  }
}

const place = (code: string, capabilities: readonly string[] | null): RegionRow => ({
  code,
  available: capabilities !== null,
  capabilities: capabilities ?? [],
})

const NOBODY = { panel: [], isDown: false }

const failing = (failures: number, since: Date | null): Streak => ({
  isFailing: true,
  failures,
  since,
})

test.for([
  ['majority', 0, 1],
  ['majority', 1, 1],
  ['majority', 2, 2],
  ['majority', 3, 2],
  ['majority', 4, 3],
  ['all', 0, 1],
  ['all', 3, 3],
  ['any', 3, 1],
  [2, 5, 2],
  [5, 2, 2],
] as const)('quorum %s of %d regions is %d', ([quorum, of, expected]) => {
  expect(requiredRegions(quorum, of)).toBe(expected)
})

test.for([
  [failing(2, LATE), failing(3, EARLY), failing(5, EARLY)],
  [failing(2, LATE), { isFailing: false, failures: 0, since: null }, failing(2, LATE)],
  [{ isFailing: false, failures: 0, since: null }, failing(3, EARLY), failing(3, EARLY)],
  // Only a confirming check failed in the newer span.
  [failing(0, null), failing(1, EARLY), failing(1, EARLY)],
] as const)('a streak goes on in an older span: %o, %o', ([newer, older, expected]) => {
  expect(joinStreaks(newer, older)).toEqual(expected)
})

test.for([
  [{}, null],
  [{ checks: 4 }, null],
  [{ checks: 4, up: 2, degraded: 1, down: 0 }, 100],
  [{ checks: 4, up: 1, degraded: 1, down: 1 }, 66.667],
  [{ checks: 1, down: 1 }, 0],
  [{ checks: 1_000_000, up: 999_999, down: 1 }, 99.999],
] as const)('uptime counts up and degraded, and leaves out unknown: %o', ([found, expected]) => {
  const { probes } = viewProbes(
    { needs: 'web', confirmation: { quorum: 'any' } },
    [row('eu-west', found)],
    new Map(),
    [],
    NOBODY,
  )
  expect(probes[0]?.uptime).toBe(expected)
})

test.for([
  ['majority', ['a'], [true, false, false]],
  ['majority', ['a', 'b'], [false, false, false]],
  ['all', ['a', 'b'], [true, true, false]],
  ['any', ['a'], [false, false, false]],
  [3, ['a', 'b', 'c'], [false, false, false]],
  // Nobody is at d, and the word of the agent at e does not count: what they found last has no say.
  ['majority', ['a', 'd', 'e'], [true, false, false]],
] as const)('quorum %s, failing %o: below quorum is %o', ([quorum, codes, expected]) => {
  const { probes, quorum: counted } = viewProbes(
    { needs: 'web', confirmation: { quorum } },
    ['a', 'b', 'c', 'd', 'e'].map((code) => row(code)),
    new Map(codes.map((code) => [code, failing(1, EARLY)])),
    [...['a', 'b', 'c', 'e'].map((code) => place(code, ['web'])), place('d', null)],
    { panel: ['a', 'b', 'c'], isDown: false },
  )
  expect(counted).toMatchObject({ of: 3, askedToConfirm: ['a', 'b', 'c'] })
  expect(probes.map((probe) => probe.belowQuorum)).toEqual([...expected, false, false])
})

test('those that only confirm count too, and nobody is below the quorum of a monitor that is down', () => {
  const monitor = { needs: 'web', confirmation: { quorum: 'majority' } } as const
  const known = ['a', 'b', 'c'].map((code) => place(code, ['web']))
  const told = (isDown: boolean) =>
    viewProbes(monitor, [row('a')], new Map([['a', failing(1, EARLY)]]), known, {
      panel: ['a', 'b', 'c'],
      isDown,
    })
  expect(told(false).quorum).toEqual({ required: 2, of: 3, askedToConfirm: ['a', 'b', 'c'] })
  expect(told(false).probes[0]?.belowQuorum).toBe(true)
  expect(told(true).probes[0]?.belowQuorum).toBe(false)
})

test.for([
  ['ping', place('a', ['ping']), true, null],
  [
    'ping',
    place('a', ['web']),
    false,
    /needs mtr-tiny \(mtr-packet\) or ping, and SIGHTLINE_ICMP must not be none/,
  ],
  ['udp', place('a', ['web']), false, /type udp: update/],
  ['ping', place('a', null), false, /No agent is connected/],
  ['ping', place('elsewhere', ['ping']), false, /No agent is connected/],
] as const)('a %s monitor with %o is capable: %s', ([type, known, capable, note]) => {
  const monitor = { needs: type, confirmation: { quorum: 'any' } }
  const { probes } = viewProbes(monitor, [row('a')], new Map(), [known], NOBODY)
  expect(probes[0]).toMatchObject({ capable, available: known.available && known.code === 'a' })
  if (note === null) expect(probes[0]?.note).toBeNull()
  else expect(probes[0]?.note).toMatch(note)
})

test.for([
  [{ enabled: true }, ['web', 'browser'], true],
  [{ enabled: true }, ['web'], false],
  [{ enabled: false }, ['web'], true],
] as const)('a page with render %o where agents can do %o: %s', ([render, can, capable]) => {
  const monitor = {
    needs: neededCapability({ type: 'web', settings: { render } }),
    confirmation: { quorum: 'any' },
  } as const
  const { probes } = viewProbes(monitor, [row('a')], new Map(), [place('a', can)], NOBODY)
  expect(probes[0]?.capable).toBe(capable)
  if (!capable) expect(probes[0]?.note).toMatch(/has a browser.*SIGHTLINE_CHROME must not be none/)
})
