import { describe, expect, it } from 'vitest'
import type { TracedPath } from '../../../../controller/web/src/parts/outages/trace-steps.ts'
import { traceSteps } from '../../../../controller/web/src/parts/outages/trace-steps.ts'

const hop = (number: number, ip: string | null, avgMs: number | null = null, lossPercent = 0) => ({
  hop: number,
  ip,
  hostname: null,
  avgMs,
  lossPercent,
})
const path = (hops: TracedPath['hops'], reached: boolean): TracedPath => ({
  target: '192.0.2.80',
  reached,
  text: 'So it is.',
  hops,
})

describe('the way to a target', () => {
  it('leads from the agent to the target, with silent routers in one', () => {
    const hops = [
      hop(1, '10.0.0.1', 2),
      hop(2, null, null, 100),
      hop(3, null, null, 100),
      hop(4, '192.0.2.80', 8, 33.4),
    ]
    expect(
      traceSteps(path(hops, true), 'eu-west').map(({ kind, hops: of, detail, share }) => [
        kind,
        of,
        detail,
        share,
      ]),
    ).toEqual([
      ['start', null, null, 0],
      ['hop', [1, 1], null, 0.25],
      ['silent', [2, 3], null, 0],
      ['target', [4, 4], '33 % lost', 1],
    ])
  })

  it('ends behind the last answer, not behind the silence after it', () => {
    const steps = traceSteps(
      path(
        [hop(1, '10.0.0.1', 2), hop(2, null), hop(3, '10.0.9.9', 5), hop(4, null), hop(5, null)],
        false,
      ),
      'eu-west',
    )
    expect(steps.map(({ kind }) => kind)).toEqual(['start', 'hop', 'silent', 'hop', 'end'])
    expect(steps.at(-1)).toMatchObject({
      title: 'It ends behind hop 3',
      detail: '192.0.2.80 was not reached. So it is.',
    })
  })

  it('says so when nothing answered at all', () => {
    const steps = traceSteps(path([hop(1, null), hop(2, null)], false), 'eu-west')
    expect(steps.map(({ title }) => title)).toEqual([
      'Agent in eu-west',
      'Nothing answers on the way',
    ])
  })
})
