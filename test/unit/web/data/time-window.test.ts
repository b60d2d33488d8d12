import { describe, expect, it } from 'vitest'
import { windowOf } from '../../../../controller/web/src/data/time-window.ts'

describe('the time that a monitor is looked back at', () => {
  const of = (createdAt: string, lastCheckedAt: string | null) =>
    windowOf('24h', new Date('2026-11-29T14:29:50.000Z'), { createdAt, lastCheckedAt })
  const until = (to: string) => ({ from: to.replace('-29T', '-28T'), to })

  it('ends with a whole minute', () => {
    const checked = '2026-11-29T14:29:41.000Z'
    expect(of('2026-11-29T14:28:59.000Z', checked)).toEqual(until('2026-11-29T14:29:00.000Z'))
  })

  it('ends with the last check where the monitor was made since', () => {
    const made = '2026-11-29T14:29:40.500Z'
    expect(of(made, '2026-11-29T14:29:41.000Z')).toEqual(until('2026-11-29T14:29:42.000Z'))
    expect(of(made, null)).toEqual(until('2026-11-29T14:29:41.500Z'))
  })
})
