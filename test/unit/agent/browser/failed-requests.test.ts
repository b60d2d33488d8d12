import { expect, test } from 'vitest'
import type { ConsoleError } from '../../../../agent/src/browser/browser.ts'
import { createFailedRequests } from '../../../../agent/src/browser/failed-requests.ts'

const BLOCKED = 'http://10.0.0.1/a'
const OPEN = 'https://shop.example/b'
const refusal = { message: '10.0.0.1 is a private address.', isBlocked: true }
const proxy = { refusalOf: (url: string) => (url === BLOCKED ? refusal : null) }

function error(kind: ConsoleError['kind'], text: string, source: string | null = null) {
  return { kind, text, source, line: null }
}

const cors = (url: string) =>
  error('browser', `Access to fetch at '${url}' from origin '${OPEN}' has been blocked by CORS.`)
const thrown = error('exception', 'Uncaught (in promise) TypeError: Failed to fetch')

test('an error of Chrome is the guard’s where it names an address that is blocked', () => {
  const { isOfGuard } = createFailedRequests(proxy)
  expect(isOfGuard(cors(BLOCKED))).toBe(true)
  expect(isOfGuard(error('browser', 'Failed to load resource', BLOCKED))).toBe(true)
  expect(isOfGuard(cors(OPEN))).toBe(false)
  expect(isOfGuard(error('browser', 'Failed to load resource', OPEN))).toBe(false)
  // Its own words are the page's, whatever they name.
  expect(isOfGuard(error('console', `not '${BLOCKED}'`, BLOCKED))).toBe(false)
})

test('an error of fetch is the guard’s where it alone made one fail', () => {
  const requests = createFailedRequests(proxy)
  expect(requests.isOfGuard(thrown)).toBe(false)
  requests.note({ url: BLOCKED, type: 'Fetch' }, 'ERR_EMPTY_RESPONSE')
  requests.note({ url: OPEN, type: 'Image' }, 'ERR_EMPTY_RESPONSE')
  expect(requests.isOfGuard(thrown)).toBe(true)
  expect(requests.isOfGuard(error('exception', 'ReferenceError: x is not defined'))).toBe(false)
  requests.note({ url: OPEN, type: 'Fetch' }, 'ERR_EMPTY_RESPONSE')
  expect(requests.isOfGuard(thrown)).toBe(false)
})

test('requests that failed are told with the reason, and counted to a bound', () => {
  const requests = createFailedRequests(proxy)
  requests.note({ url: BLOCKED, type: 'Image' }, 'ERR_EMPTY_RESPONSE')
  for (let i = 0; i < 30; i += 1) requests.note({ url: OPEN, type: 'Image' }, 'ERR_EMPTY_RESPONSE')
  expect(requests.list()).toHaveLength(20)
  expect(requests.list().slice(0, 2)).toEqual([
    { url: BLOCKED, message: refusal.message, isBlocked: true },
    {
      url: OPEN,
      message: `${OPEN} was not loaded: the connection was closed without an answer.`,
      isBlocked: false,
    },
  ])
})
