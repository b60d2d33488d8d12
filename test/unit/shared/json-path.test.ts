import { expect, test } from 'vitest'
import { jsonPathProblem, parseJsonPath, selectJson } from '../../../shared/src/json-path.ts'

const VALUE = {
  a: { b: [{ 'x y': 1 }, { 'x y': 2 }, 'last'] },
  'with.dot': true,
  "quote'd": 'yes',
  none: null,
  ü: 'u',
  'content-type': 'text',
}

test.for([
  ['$', [VALUE]],
  ['$.a.b[0]["x y"]', [1]],
  ["a.b[1]['x y']", [2]],
  ['$.a.b[-1]', ['last']],
  ['$.a.b[-4]', []],
  ['$.a.b[3]', []],
  ["$['with.dot']", [true]],
  ["$['quote\\'d']", ['yes']],
  ['$["\\u00fc"]', ['u']],
  ['$.ü', ['u']],
  ['$.content-type', ['text']],
  ['$.a.b[*]["x y"]', [1, 2]],
  ['$.a.*[2]', ['last']],
  ['$.none', [null]],
  ['$.none.deeper', []],
  ['$.missing', []],
  ['$.a.b.length', []],
  ['$.toString', []],
  ['$.a.b[ 0 ]["x y"]', [1]],
] as const)('%s leads to what it says', ([path, expected]) => {
  expect(jsonPathProblem(path)).toBeNull()
  expect(selectJson(VALUE, parseJsonPath(path))).toEqual(expected)
})

test.for([
  ['', /empty/],
  ['$..a', /every depth/],
  ['$.a[?(@.b)]', /filters/],
  ['$.a[0:2]', /slices/],
  ['$.a[0,1]', /lists/],
  ['$.a[', /neither/],
  ['$a', /neither/],
  ['$.a.', /neither/],
  ['$.a[01]', /neither/],
  ["$['a'", /neither/],
  ['$.a[0]b', /neither/],
  [`$${'.a'.repeat(60)}`, /more than 50/],
] as const)('%s is no path, and the problem is told', ([path, problem]) => {
  expect(jsonPathProblem(path)).toMatch(problem)
})

test('any steps over a large value stay bounded', () => {
  const wide = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => 1))
  expect(selectJson(wide, parseJsonPath('$[*][*]'))).toHaveLength(10_000)
})
