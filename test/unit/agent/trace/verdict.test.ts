import { expect, test } from 'vitest'
import { hopFigures } from '../../../../agent/src/trace/hop-figures.ts'
import type { HopAnswer, RawHop } from '../../../../agent/src/trace/tracer.ts'
import { seenFromHere } from '../../../../agent/src/trace/own-network.ts'
import { reachedAt, shownHops, traceVerdict } from '../../../../agent/src/trace/verdict.ts'

/** One hop a word list: "r1" router 1 passed it on, "T" the target, "*" silence, "!r1" router 1 refused,
 *  "!" this machine did, "?" nobody in its network took it. */
function answer(word: string): HopAnswer {
  if (word === '*') return { kind: 'silence' }
  if (word === 'T') return { kind: 'arrived', from: 'target', ms: 5 }
  if (word === '?') return { kind: 'noNeighbour' }
  if (word === '!') return { kind: 'refused', from: null, ms: null }
  if (word.startsWith('!')) return { kind: 'refused', from: word.slice(1), ms: 1 }
  return { kind: 'passed', from: word, ms: 2 }
}

const hops = (...lines: string[]): RawHop[] =>
  lines.map((line, i) => ({ hop: i + 1, answers: line.split(' ').map(answer) }))

test.for<[string, RawHop[], { code: string; hop: number | null }]>([
  ['all answer', hops('r1 r1', 'r2 r2', 'T T'), { code: 'ok', hop: null }],
  ['loss at a middle hop alone', hops('r1 r1', 'r2 *', 'T T'), { code: 'ok', hop: null }],
  ['a middle hop that never answers', hops('r1 r1', '* *', 'T T'), { code: 'ok', hop: null }],
  ['loss at the target only', hops('r1 r1', 'r2 r2', 'T *'), { code: 'lossAtHop', hop: 3 }],
  ['loss from a hop on', hops('r1 r1', 'r2 *', 'r3 *', 'T *'), { code: 'lossAtHop', hop: 2 }],
  [
    'loss from a hop on, one silent',
    hops('r1 r1', 'r2 *', '* *', 'T *'),
    { code: 'lossAtHop', hop: 2 },
  ],
  ['loss that stops and comes back', hops('r1 *', 'r2 r2', 'T *'), { code: 'lossAtHop', hop: 3 }],
  ['the target next door', hops('T T'), { code: 'ok', hop: null }],
  ['a loop of two', hops('r1', 'r2', 'r1', 'r2'), { code: 'loop', hop: 1 }],
  ['a loop behind a way', hops('r1', 'r2', 'r3', 'r4', 'r2'), { code: 'loop', hop: 2 }],
  [
    'a router that answers twice in a row',
    hops('r1', 'r2', 'r2', '*'),
    { code: 'filtered', hop: 4 },
  ],
  ['a router seen again past silence', hops('r1', '*', 'r1', '*'), { code: 'filtered', hop: 4 }],
  ['the same router twice on a good way', hops('r1', 'r2', 'r1', 'T'), { code: 'ok', hop: null }],
  ['a router that refuses', hops('r1 r1', '!r2 *'), { code: 'unreachable', hop: 2 }],
  ['no route at all', hops('!'), { code: 'unreachable', hop: null }],
  ['nobody in the own network', hops('? ? ?'), { code: 'unreachable', hop: null }],
  ['nobody there any more', hops('r1 ?', '? *'), { code: 'unreachable', hop: null }],
  ['silence behind a hop', hops('r1', 'r2', '*', '*'), { code: 'filtered', hop: 3 }],
  ['no answer at all', hops('*', '*', '*', '*'), { code: 'timeout', hop: null }],
  ['a path longer than traced', hops('r1', 'r2', 'r3', 'r4'), { code: 'timeout', hop: 4 }],
])('%s', ([, raw, verdict]) => {
  const given = traceVerdict({ hops: raw, isCutShort: false }, 4)
  expect(given).toMatchObject(verdict)
  expect(given.text).toMatch(/^[A-Zr].*\.$/)
})

test.for<[RawHop[], { code: string; hop: number | null }]>([
  [hops('r1', '*'), { code: 'timeout', hop: 1 }],
  [[], { code: 'timeout', hop: null }],
  [hops('r1', 'r2', 'r1'), { code: 'loop', hop: 1 }],
  [hops('r1', 'T'), { code: 'ok', hop: null }],
])('a trace that was cut short says what it knows %#', ([raw, verdict]) => {
  expect(traceVerdict({ hops: raw, isCutShort: true }, 30)).toMatchObject(verdict)
})

test.for<[string, RawHop[], number | null, readonly number[]]>([
  ['up to the target', hops('r1', 'T', 'T', 'T'), 2, [1, 2]],
  ['up to a refusal', hops('r1', '!r1', '!r1'), null, [1, 2]],
  [
    'a few silent ones',
    hops('r1', ...Array.from({ length: 20 }, () => '*')),
    null,
    [1, 2, 3, 4, 5, 6],
  ],
  ['nothing that was not sent', hops('!'), null, []],
  ['nothing that nobody took', hops('? ?', '? ?'), null, []],
])('shows %s', ([, raw, target, shown]) => {
  expect(reachedAt(raw)).toBe(target)
  expect(shownHops(raw).map(({ hop }) => hop)).toEqual(shown)
})

test("this machine's own refusals are told from those of routers", () => {
  const raw = { hops: hops('r1 !own', '!r2 !'), isCutShort: true }
  expect(seenFromHere(raw, (address) => address === 'own')).toEqual({
    hops: hops('r1 ?', '!r2 !'),
    isCutShort: true,
  })
})

test('figures of a hop with several addresses', () => {
  const answers: HopAnswer[] = [
    { kind: 'passed', from: '10.0.0.1', ms: 4 },
    { kind: 'passed', from: '10.0.0.2', ms: 1 },
    { kind: 'silence' },
    { kind: 'passed', from: '10.0.0.2', ms: 1 },
  ]
  expect(hopFigures({ hop: 2, answers })).toEqual({
    hop: 2,
    ip: '10.0.0.2',
    otherIps: ['10.0.0.1'],
    hostname: null,
    sent: 4,
    lossPercent: 25,
    minMs: 1,
    avgMs: 2,
    maxMs: 4,
    stDevMs: 1.414,
  })
  expect(hopFigures({ hop: 1, answers: [{ kind: 'silence' }] })).toMatchObject({
    ip: null,
    sent: 1,
    lossPercent: 100,
    avgMs: null,
    stDevMs: null,
  })
})
