import { expect, test } from 'vitest'
import { areAsExpected } from '../../../../../agent/src/checks/matching/operators.ts'
import type { Expectation } from '../../../../../agent/src/checks/matching/values.ts'

const { signal } = new AbortController()

test.for([
  [[5], { operator: 'equals', value: 5 }, true],
  [['5'], { operator: 'equals', value: 5 }, false],
  [[null], { operator: 'equals', value: null }, true],
  [[{ a: [1], b: 2 }], { operator: 'equals', value: { b: 2, a: [1] } }, true],
  [[1, 2], { operator: 'equals', value: 2 }, true],
  [[1, 2], { operator: 'notEquals', value: 2 }, false],
  [[1, 3], { operator: 'notEquals', value: 2 }, true],
  [['hello'], { operator: 'contains', value: 'ell' }, true],
  [[['a', { b: 1 }]], { operator: 'contains', value: { b: 1 } }, true],
  [[['ab']], { operator: 'contains', value: 'a' }, false],
  [[{ key: 1 }], { operator: 'contains', value: 'key' }, true],
  [[{ key: 1 }], { operator: 'contains', value: 'toString' }, false],
  [[12_345], { operator: 'contains', value: 34 }, true],
  [['v1.2.3'], { operator: 'matches', value: '^v\\d+\\.' }, true],
  [[true], { operator: 'matches', value: 'true|on' }, true],
  [[{ a: 1 }], { operator: 'matches', value: '.' }, false],
  [[10], { operator: 'gt', value: 9 }, true],
  [['10'], { operator: 'gt', value: '9' }, true],
  [[9], { operator: 'gt', value: 9 }, false],
  [['1e3'], { operator: 'lt', value: 1_001 }, true],
  [['many'], { operator: 'gt', value: 1 }, false],
  [[''], { operator: 'lt', value: 1 }, false],
  [[null], { operator: 'exists' }, true],
  [[], { operator: 'exists' }, false],
  [[], { operator: 'exists', value: true }, false],
  [[], { operator: 'exists', value: false }, true],
  [[null], { operator: 'exists', value: false }, false],
  [['x'], { operator: 'exists', value: 'false' }, false],
  [[], { operator: 'notEquals', value: 1 }, false],
  [[], { operator: 'equals', value: null }, false],
] as const satisfies readonly (readonly [readonly unknown[], Expectation, boolean])[])(
  '%o with %o: %s',
  async ([found, expectation, matches]) => {
    expect(await areAsExpected(found, expectation, signal)).toEqual({ ok: true, matches })
  },
)

test('a check without the value it needs, or with a broken expression, is misconfigured', async () => {
  const expectations: Expectation[] = [{ operator: 'equals' }, { operator: 'matches', value: '(' }]
  for (const expectation of expectations) {
    // oxlint-disable-next-line no-await-in-loop
    const judged = await areAsExpected(['x'], expectation, signal)
    expect(judged).toMatchObject({ ok: false, source: 'monitor' })
  }
})
