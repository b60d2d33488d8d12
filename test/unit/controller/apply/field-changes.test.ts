import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Fields } from '../../../../controller/src/apply/plan/field-changes.ts'
import { changedFields, fieldChanges } from '../../../../controller/src/apply/plan/field-changes.ts'

const told = (open: Fields, shown: Fields = open) => ({ open, shown })

it.each<[string, Fields, Fields, [string, unknown, unknown][]]>([
  ['nothing', { a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, []],
  ['a value', { a: 1 }, { a: 2 }, [['a', 1, 2]]],
  ['a field within another', { a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, [['a.b', 1, 2]]],
  ['a list as one', { a: [1, 2] }, { a: [2, 1] }, [['a', [1, 2], [2, 1]]]],
  [
    'what is new and what is gone',
    { a: 1 },
    { b: 1 },
    [
      ['a', 1, undefined],
      ['b', undefined, 1],
    ],
  ],
  ['what becomes something else', { a: { b: 1 } }, { a: null }, [['a', { b: 1 }, null]]],
])('tells %s', (_, before, after, expected) => {
  const changes = fieldChanges(told(before), told(after))
  expect(changes.map((each) => [each.field, each.before, each.after])).toEqual(expected)
})

it('compares secrets, and tells what may be read', () => {
  const hidden = { auth: { password: '***' } }
  const changes = fieldChanges(
    told({ auth: { password: 'one' } }, hidden),
    told({ auth: { password: 'two' } }, hidden),
  )
  expect(changes).toEqual([{ field: 'auth.password', before: '***', after: '***' }])
  expect([...changedFields(changes)]).toEqual(['auth'])
})

it('tells nothing of the same, and something of anything else', () => {
  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 3 }))
  fc.assert(
    fc.property(fields, fields, (one, other) => {
      expect(fieldChanges(told(one), told(structuredClone(one)))).toEqual([])
      const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
      expect(fieldChanges(told(one), told(other)).length === 0).toBe(isSame)
    }),
  )
})

function sorted(value: unknown): unknown {
  // Numbers are compared as they are stored: JSON has no second zero.
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : value
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]))
}
