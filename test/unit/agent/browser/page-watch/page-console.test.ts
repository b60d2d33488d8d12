import type { Protocol } from 'puppeteer'
import { expect, test } from 'vitest'
import { createPageConsole } from '../../../../../agent/src/browser/page-watch/page-console.ts'

const REFUSED = 'http://a.example/refused.js'
const proxy = {
  refusalOf: (url: string) =>
    url === REFUSED ? { message: 'It is not allowed.', isBlocked: true } : null,
}

/** Chrome's own message of what was not loaded. */
const notLoaded = (url: string): Protocol.Log.EntryAddedEvent => ({
  entry: { source: 'network', level: 'error', text: 'Failed to load resource', timestamp: 0, url },
})

test('what the guard kept from the page is told in its words, and the icon that nobody asked for not at all', () => {
  const { entered, errors } = createPageConsole(proxy, () => {})
  entered(notLoaded(REFUSED))
  entered(notLoaded('http://a.example/favicon.ico'))
  entered(notLoaded('http://a.example/other.js'))
  expect(errors().map(({ text }) => text)).toEqual([
    'Not loaded: It is not allowed.',
    'Failed to load resource',
  ])
})

test('a page that says more than is listened to has that told once, errors or not', () => {
  let untold = 0
  const { written, entered, errors } = createPageConsole(proxy, () => (untold += 1))
  const said: Protocol.Runtime.ConsoleAPICalledEvent = {
    type: 'log',
    args: [],
    executionContextId: 1,
    timestamp: 0,
  }
  for (let at = 0; at < 998; at += 1) written(said)
  for (let at = 0; at < 4; at += 1) entered(notLoaded('http://a.example/x'))
  expect(untold).toBe(1)
  expect(errors()).toHaveLength(1)
})
