import { MAX_FRAMES } from '@sightline/shared/analyses/filmstrip'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FilmFrame } from '../../../../../agent/src/gather/page-load/reel.ts'
import { createReel } from '../../../../../agent/src/gather/page-load/reel.ts'

const SIZE = '360 x 720'
const reelOf = (frames: readonly FilmFrame[]): readonly FilmFrame[] => {
  const reel = createReel()
  for (const frame of frames) reel.add(frame, SIZE)
  return reel.read()
}
const frame = (atMs: number, data = `picture ${atMs}`): FilmFrame => ({ atMs, data })

const shown = (frames: readonly FilmFrame[]) => frames.map(({ atMs }) => atMs)

describe('a reel', () => {
  test.each([
    ['is empty at first', [], []],
    ['has what stood for a while, however short its way there', [0, 16, 900], [0, 16, 900]],
    ['leaves out what is gone at once, but not the last', [0, 16, 33, 50, 66], [0, 33, 66]],
  ])('%s', (_, times, kept) => {
    expect(shown(reelOf(times.map((atMs) => frame(atMs))))).toEqual(kept)
  })

  test('takes the same picture once', () => {
    const frames = [frame(0, 'white'), frame(100, 'white'), frame(200, 'shop'), frame(300, 'white')]
    expect(shown(reelOf(frames))).toEqual([0, 200, 300])
  })

  test('has none of a window that was not as large as the device yet', () => {
    const reel = createReel()
    reel.add(frame(0, 'blank'), '800 x 600')
    reel.add(frame(12, 'high and blank'), SIZE)
    reel.add(frame(43, 'shop'), SIZE)
    expect(reel.read()).toEqual([frame(0, 'high and blank'), frame(43, 'shop')])
  })

  test('of a page that never rests has few, over all of its time', () => {
    const times = shown(reelOf(Array.from({ length: 2_700 }, (_, index) => frame(index * 16.7))))
    expect(times.length).toBeGreaterThan(MAX_FRAMES / 4)
    expect(times.at(0)).toBe(0)
    expect(times.at(-1)).toBeCloseTo(2_699 * 16.7)
    const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(2_700 * 16.7 * 0.5)
  })

  test('begins with the first picture, ends with the last, keeps their order and is short', () => {
    const load = fc.array(fc.record({ wait: fc.nat(3_000), data: fc.nat(5) }), { minLength: 1 })
    fc.assert(
      fc.property(load, (steps) => {
        let atMs = 0
        const frames = steps.map(({ wait, data }) => frame((atMs += wait), String(data)))
        const kept = reelOf(frames)
        expect(kept.length).toBeLessThanOrEqual(MAX_FRAMES)
        expect(kept[0]).toEqual(frames[0])
        expect(kept.at(-1)?.data).toBe(frames.at(-1)?.data)
        expect(shown(kept)).toEqual(shown(kept).toSorted((one, other) => one - other))
        for (const each of kept) expect(frames).toContainEqual(each)
      }),
    )
  })
})
