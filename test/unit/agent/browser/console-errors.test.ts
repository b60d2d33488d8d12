import type { Protocol } from 'puppeteer'
import { expect, test } from 'vitest'
import { exceptionError, writtenError } from '../../../../agent/src/browser/console-errors.ts'

function written(
  type: Protocol.Runtime.ConsoleAPICalledEvent['type'],
  args: Protocol.Runtime.RemoteObject[],
): ReturnType<typeof writtenError> {
  return writtenError({ type, args, executionContextId: 1, timestamp: 0 })
}

test('what a script writes is an error only where it is written as one', () => {
  const args = [{ type: 'string', value: 'x' } as const]
  expect(written('log', args)).toBeNull()
  expect(written('warning', args)).toBeNull()
  expect(written('error', args)).toEqual({ kind: 'console', text: 'x', source: null, line: null })
  expect(written('assert', args)?.text).toBe('Assertion failed: x')
})

test('values of every kind are told in words', () => {
  const error = written('error', [
    { type: 'number', value: 1 },
    { type: 'number', unserializableValue: 'NaN' },
    { type: 'undefined' },
    { type: 'object', subtype: 'null', value: null },
    { type: 'object', subtype: 'error', description: 'TypeError: no\n    at f (a.js:1:2)' },
    { type: 'object', description: 'Object' },
  ])
  expect(error?.text).toBe('1 NaN undefined null TypeError: no Object')
})

test('texts are printable and have a bound, however long they are', () => {
  const error = written('error', [{ type: 'string', value: `\u0000\ud800${'x'.repeat(9_999)}` }])
  expect(error?.text).toHaveLength(501)
  expect(error?.text.isWellFormed()).toBe(true)
})

test('what no one caught is told with its place', () => {
  const exceptionDetails: Protocol.Runtime.ExceptionDetails = {
    exceptionId: 1,
    text: 'Uncaught (in promise)',
    lineNumber: 4,
    columnNumber: 0,
    url: 'http://a.example/x.js',
    exception: { type: 'object', description: 'Error: late\n    at x.js:5:1' },
  }
  expect(exceptionError({ timestamp: 0, exceptionDetails })).toEqual({
    kind: 'exception',
    text: 'Uncaught (in promise) Error: late',
    source: 'http://a.example/x.js',
    line: 5,
  })
})

test('a text of nothing but line ends holds nobody up', () => {
  const startedAtMs = performance.now()
  const error = written('error', [{ type: 'string', value: `x${'\n'.repeat(60_000)}y` }])
  expect(error?.text).toBe('x …')
  // It took 12 s.
  expect(performance.now() - startedAtMs).toBeLessThan(1_000)
})
