import { describe, expect, it } from 'vitest'
import { readinessOf } from '../../../../agent/src/metrics/readiness.ts'

describe('an agent', () => {
  it.each<[string, number | null, string | null, number, string[]]>([
    ['is connected and well', 4.9, null, 200, []],
    ['has not been answered', null, null, 503, ['No controller has answered yet.']],
    [
      'lost its controllers',
      61.7,
      null,
      503,
      ['No controller has answered for 61 s: checks go on, results wait on disk.'],
    ],
    ['is not well', 1, 'The disk is full.', 503, ['The disk is full.']],
  ])('that %s', (_what, heard, ailment, status, reasons) => {
    const answer = readinessOf(heard, ailment)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toEqual({
      status: status === 200 ? 'ok' : 'unavailable',
      reasons,
    })
  })
})
