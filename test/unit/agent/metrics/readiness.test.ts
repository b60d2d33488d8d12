import { describe, expect, it } from 'vitest'
import { readinessOf } from '../../../../agent/src/metrics/readiness.ts'

describe('an agent', () => {
  const refused = 'mon:50051 refuses this agent: the agent token has been revoked'
  const away = 'the last try: mon:50051: connect ECONNREFUSED 10.0.0.1:50051'
  it.each<[string, number | null, string | null, string | null, number, string[]]>([
    ['is connected and well', 4.9, null, null, 200, []],
    ['was refused a moment ago', 4.9, refused, null, 200, []],
    ['has not been answered', null, null, null, 503, ['No controller has answered yet.']],
    ['was never taken', null, refused, null, 503, [`No controller has taken it yet (${refused}).`]],
    [
      'lost its controllers',
      61.7,
      away,
      null,
      503,
      [`No controller has had it for 61 s (${away}): checks go on, results wait on disk.`],
    ],
    [
      'hears nothing',
      61.7,
      null,
      null,
      503,
      ['No controller has answered for 61 s: checks go on, results wait on disk.'],
    ],
    ['is not well', 1, null, 'The disk is full.', 503, ['The disk is full.']],
  ])('that %s', (_what, heard, trouble, ailment, status, reasons) => {
    const answer = readinessOf({ heardSecondsAgo: heard, trouble, ailment })
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toEqual({
      status: status === 200 ? 'ok' : 'unavailable',
      reasons,
    })
  })
})
