import { expect, it } from 'vitest'
import type { BeatRow } from '../../../../controller/src/db/beat-reads.ts'
import { beatsOf } from '../../../../controller/src/reports/beats.ts'

const NOW = new Date('2026-03-10T12:03:00.000Z')
/** The interval of five minutes that began at 12:00. */
const PRESENT = NOW.getTime() / 300_000 - 0.6

const row = (slot: number, fields: Partial<BeatRow>): BeatRow => ({
  monitorId: 1,
  intervalSeconds: 300,
  slot,
  up: 0,
  degraded: 0,
  down: 0,
  unknown: 0,
  responseMs: null,
  failing: null,
  ...fields,
})
const beats = (rows: readonly BeatRow[], count = 5) =>
  beatsOf(rows, { intervalMinutes: 5, count, now: NOW })

it('are one for each interval, the newest last, also where nothing was checked', () => {
  const rows = [
    row(PRESENT - 4, { up: 3, responseMs: 183 }),
    row(PRESENT - 3, { up: 1, down: 2, responseMs: 140, failing: ['eu-west', 'us-east'] }),
    row(PRESENT - 1, { down: 3, failing: ['ap-south', 'eu-west', 'us-east'], unknown: 1 }),
    row(PRESENT, { up: 1, degraded: 1, unknown: 1, responseMs: 200 }),
  ]
  expect(beats(rows)).toEqual({
    until: new Date('2026-03-10T12:05:00.000Z'),
    minutes: 5,
    beats: 'u183 p140:eu-west+us-east - d:ap-south+eu-west+us-east g200',
  })
})

it('leave out the present interval before it was checked in it', () => {
  const rows = [row(PRESENT - 2, { unknown: 2 })]
  expect(beats(rows, 3)).toEqual({
    until: new Date('2026-03-10T12:00:00.000Z'),
    minutes: 5,
    beats: '- x -',
  })
})

it('are all empty of a monitor that was never checked', () => {
  expect(beats([], 2).beats).toBe('- -')
})
