import { unpackBeats } from '@sightline/shared/beats'
import { describe, expect, it } from 'vitest'
import {
  beatsInWords,
  pathsOf,
  strokesOf,
} from '../../../../controller/web/src/parts/charts/beat-bar-geometry.ts'
import {
  hasValues,
  intervalFor,
  isEachDrawn,
  lonePoints,
  nearestValue,
  seriesOfPoints,
  seriesOfResults,
} from '../../../../controller/web/src/parts/charts/response-series.ts'
import { piecesOf } from '../../../../controller/web/src/parts/charts/timeline-geometry.ts'
import {
  lengthOf,
  shareOf,
  spanOf,
  stillsOf,
} from '../../../../controller/web/src/parts/charts/waterfall-geometry.ts'

describe('strokes of a beat bar', () => {
  const beats = unpackBeats('u183 d:eu-west+us-east - p140:eu-west')

  it('stand with the newest at the right, whatever room is left', () => {
    const strokes = strokesOf(beats, 8)
    expect(strokes.map(({ x }) => x)).toEqual([0.5, 0.625, 0.75, 0.875])
    expect(strokesOf(beats, 2).map(({ status }) => status)).toEqual([null, 'partial'])
  })

  it('differ in height by what is not well', () => {
    const [up, down, none, partial] = strokesOf(beats, 4).map(({ height }) => height)
    expect(down).toBeGreaterThan(partial ?? 1)
    expect(partial).toBeGreaterThan(up ?? 1)
    expect(up).toBeGreaterThan(none ?? 1)
  })

  it('are drawn as one path for each status', () => {
    const paths = pathsOf(strokesOf(beats, 4), 4)
    expect(paths.map(({ status }) => status)).toEqual(['up', 'down', null, 'partial'])
    // The whole height of 28, within the second of four places of ten.
    expect(paths[1]?.path).toBe(
      'M12 0h2.6a2 1.5 0 0 1 2 1.5v25a2 1.5 0 0 1 -2 1.5h-2.6a2 1.5 0 0 1 -2 -1.5v-25a2 1.5 0 0 1 2 -1.5z',
    )
    const twice = pathsOf(strokesOf(unpackBeats('u183 u183'), 2), 2)
    expect(twice).toHaveLength(1)
    expect(twice[0]?.path.match(/M/g)).toHaveLength(2)
  })

  it('are told in words', () => {
    expect(beatsInWords(beats, 5)).toBe(
      '4 intervals of 5 minutes: 1 up, 1 failing from some locations, 1 down.',
    )
    expect(beatsInWords([], 1)).toBe('Not checked yet.')
  })
})

describe('lines of response times', () => {
  it('are one for each location, of checks from the oldest on', () => {
    const checked = (minute: string, region: string, responseMs: number | null) => ({
      checkedAt: `2026-11-23T12:${minute}:00.000Z`,
      region,
      responseMs,
    })
    const { times, series } = seriesOfResults([
      checked('02', 'us-east', 90),
      checked('01', 'eu-west', null),
      checked('00', 'eu-west', 30),
    ])
    expect(times).toEqual([0, 1, 2].map((minute) => Date.UTC(2026, 10, 23, 12, minute) / 1_000))
    expect(series).toEqual([
      { name: 'eu-west', values: [30, null, undefined] },
      { name: 'us-east', values: [undefined, undefined, 90] },
    ])
  })

  it('have one point for all checks of the same moment', () => {
    const at = '2026-11-23T12:00:00.000Z'
    const { times, series } = seriesOfResults([
      { checkedAt: at, region: 'us-east', responseMs: 90 },
      { checkedAt: at, region: 'eu-west', responseMs: 30 },
    ])
    expect(times).toHaveLength(1)
    expect(series.map(({ values }) => values)).toEqual([[30], [90]])
  })

  it('tell the value nearest to a moment at which another location was checked', () => {
    const data = {
      times: [0, 10, 14, 20],
      series: [
        { name: 'a', values: [1, undefined, undefined, 2] },
        { name: 'b', values: [undefined, 3, null, undefined] },
        { name: 'c', values: [undefined, undefined, undefined, undefined] },
      ],
    }
    expect([0, 1, 2, 3].map((at) => nearestValue(data, 0, at))).toEqual([0, 0, 3, 3])
    expect([0, 1, 2, 3].map((at) => nearestValue(data, 1, at))).toEqual([1, 1, 2, 2])
    expect(nearestValue(data, 2, 1)).toBe(1)
  })

  it('have a dot where none leads to or from a point', () => {
    expect(lonePoints([1])).toEqual([0])
    expect(lonePoints([null, 1, undefined, null, 2, undefined, 3, null])).toEqual([1])
    expect(lonePoints([1, null, undefined, 2])).toEqual([0, 3])
    expect(lonePoints([1, 2, null])).toEqual([])
    expect(lonePoints([])).toEqual([])
  })

  it('are none where nothing answered', () => {
    const check = { checkedAt: '2026-11-23T12:00:00.000Z', region: 'a', responseMs: null }
    expect(hasValues(seriesOfResults([]))).toBe(false)
    expect(hasValues(seriesOfResults([check]))).toBe(false)
    expect(hasValues(seriesOfResults([{ ...check, responseMs: 0 }]))).toBe(true)
  })

  it('of hours are their average and 95th percentile', () => {
    const point = { at: '2026-11-23T12:00:00.000Z', avgResponseMs: 10, p95Ms: 20 }
    expect(seriesOfPoints([point]).series.map(({ values }) => values)).toEqual([[10], [20]])
  })
})

describe('what is drawn of a window', () => {
  const windowOf = (days: number) => ({
    from: new Date(0).toISOString(),
    to: new Date(days * 86_400_000).toISOString(),
  })

  it.each([
    [5, 'all', 3, 1, false, true],
    [1, 'all', 1, 1, false, true],
    // 4,320 checks, of which the newest 1,000 are of five hours and a half.
    [1, 'all', 3, 1, false, false],
    [1, 'all', 3, 1, true, true],
    [1, 'rotate', 3, 1, false, true],
    [1, 'all', 3, 0.4, false, true],
    [60, 'all', 1, 2, false, false],
  ] as const)(
    'every %d minutes from %s of %d locations in %d days: each check %s',
    (intervalMinutes, checkMode, regions, days, isOneRegion, isEach) => {
      const monitor = {
        intervalMinutes,
        checkMode,
        regions: Array.from({ length: regions }, String),
      }
      expect(isEachDrawn(windowOf(days), monitor, isOneRegion)).toBe(isEach)
    },
  )

  it.each([
    [2, 'hour'],
    [31, 'hour'],
    [32, 'day'],
    [400, 'day'],
    [401, 'week'],
  ])('of %d days is a point a %s', (days, interval) => {
    expect(intervalFor(windowOf(days))).toBe(interval)
  })
})

describe('pieces of a timeline', () => {
  const window = { from: '2026-11-23T12:00:00.000Z', to: '2026-11-23T13:00:00.000Z' }
  const entry = (from: string, to: string) => ({
    from: `2026-11-23T${from}.000Z`,
    to: `2026-11-23T${to}.000Z`,
    status: 'down' as const,
  })

  it('lie within the window, and short ones are seen', () => {
    const [before, short, atEnd] = piecesOf(
      [entry('11:00:00', '12:30:00'), entry('12:30:00', '12:30:01'), entry('12:59:59', '14:00:00')],
      window,
    )
    expect(before).toMatchObject({ x: 0, width: 0.5 })
    expect(short?.width).toBe(0.003)
    expect((atEnd?.x ?? 0) + (atEnd?.width ?? 0)).toBeLessThanOrEqual(1)
  })
})

describe('bars of a waterfall', () => {
  it('share an axis to the last end, or the last milestone', () => {
    expect(lengthOf([{ startTime: 5, endTime: 20 }], [50, null])).toBe(50)
    expect(lengthOf([], [])).toBe(1)
  })

  it('stay on it, whatever an agent says', () => {
    for (const request of [
      { startTime: 10, endTime: null },
      { startTime: 1e9, endTime: 2e9 },
      { startTime: -5, endTime: -1 },
    ]) {
      const { x, width } = spanOf(request, 100)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(width).toBeGreaterThan(0)
      expect(x + width).toBeLessThanOrEqual(1)
    }
  })
})

describe('pictures of a load', () => {
  it('show what was seen at the end of each part of the axis', () => {
    const frames = [{ atMs: 30 }, { atMs: 60 }]
    expect(stillsOf(frames, 100, 4)).toEqual([
      { toMs: 25, frame: null, isNew: false },
      { toMs: 50, frame: frames[0], isNew: true },
      { toMs: 75, frame: frames[1], isNew: true },
      { toMs: 100, frame: frames[1], isNew: false },
    ])
  })

  it('end with how the load ended, whenever that was drawn', () => {
    const late = { atMs: 5_000 }
    expect(stillsOf([late], 100, 2).at(-1)).toMatchObject({ frame: late, isNew: true })
    expect(stillsOf([], 100, 1)).toEqual([{ toMs: 100, frame: null, isNew: false }])
  })

  it('stand over milestones that stay on the axis', () => {
    expect([-5, 25, 500].map((ms) => shareOf(ms, 100))).toEqual([0, 0.25, 1])
  })
})
