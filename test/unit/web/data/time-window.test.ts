import { describe, expect, it } from 'vitest'
import { windowOf } from '../../../../controller/web/src/data/time-window.ts'

describe('the time that a monitor is looked back at', () => {
  const of = (createdAt: string) =>
    windowOf('24h', new Date('2026-11-29T14:29:50.000Z'), { createdAt })
  const until = (to: string) => ({ from: to.replace('-29T', '-28T'), to })

  it('ends with a whole minute', () => {
    expect(of('2026-11-29T14:28:59.999Z')).toEqual(until('2026-11-29T14:29:00.000Z'))
  })

  it('ends with the next one where the monitor was made since', () => {
    expect(of('2026-11-29T14:29:00.000Z')).toEqual(until('2026-11-29T14:30:00.000Z'))
    // By a clock that is ahead of the browser's.
    expect(of('2026-11-29T14:31:00.000Z')).toEqual(until('2026-11-29T14:30:00.000Z'))
  })
})
