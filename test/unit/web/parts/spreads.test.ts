import { describe, expect, it } from 'vitest'
import { spreadsOf } from '../../../../controller/web/src/parts/audit/spreads.ts'

const looks = (...values: number[]) => values.map((loadMs) => ({ figures: { loadMs, words: 5 } }))

describe('several looks at one page', () => {
  it('agree where all lie near the middle', () => {
    expect(spreadsOf(looks(1_000, 950, 1_090))).toEqual([
      {
        name: 'loadMs',
        values: [1_000, 950, 1_090],
        low: 950,
        median: 1_000,
        high: 1_090,
        agree: true,
      },
    ])
  })

  it.each([
    ['a tenth apart', [1_000, 1_000, 1_101], false],
    ['of two, to either side', [800, 1_000], false],
    ['a few milliseconds apart', [12, 31], true],
    ['the same', [0, 0], true],
  ])('are judged: %s', (_name, values, agree) => {
    expect(spreadsOf(looks(...values))[0]?.agree).toBe(agree)
  })

  it('are told of once there are two, and of what varies by chance', () => {
    expect(spreadsOf(looks(1_000))).toEqual([])
    expect(spreadsOf([{ figures: { loadMs: 1 } }, { figures: { speedIndexMs: 2 } }])).toEqual([])
  })

  it('are not near for being scores of 20 points apart', () => {
    const scores = [90, 70].map((performanceScore) => ({ figures: { performanceScore } }))
    expect(spreadsOf(scores)[0]).toMatchObject({ median: 80, agree: false })
  })
})
