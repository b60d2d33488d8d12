import { EventEmitter } from 'node:events'
import type { CDPSession } from 'puppeteer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GuardProxy } from '../../../../agent/src/browser/guard-proxy.ts'
import { watchPage } from '../../../../agent/src/browser/page-watch.ts'
import { waitForPage } from '../../../../agent/src/browser/wait-for-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page that is waited for to settle, and what makes Chrome tell of it. */
function settlingPage() {
  const session = Object.assign(new EventEmitter(), {
    send: () => Promise.resolve({}),
    connection: () => undefined,
  }) as unknown as CDPSession
  const proxy = { refusalOf: () => null, wasCut: () => false } as unknown as GuardProxy
  const page = { mainFrame: 'main', askedUrl: 'http://a.example/' }
  const watch = watchPage(session, proxy, page)
  const [enough, over] = [new AbortController(), new AbortController()]
  const tell = (event: string, more: object = {}): void =>
    void (session as unknown as EventEmitter).emit(event, more)
  const state = { outcome: 'waits' }
  const waiting = waitForPage(
    { kind: 'settled', enough: enough.signal },
    { session, mainFrame: 'main', watch },
    over.signal,
  )
  waiting.then(
    () => (state.outcome = 'settled'),
    () => (state.outcome = 'failed'),
  )
  return {
    tell,
    enough,
    over,
    comes: () =>
      tell('Page.frameNavigated', {
        frame: { id: 'main', loaderId: '1', url: 'http://a.example/' },
      }),
    loads: () => tell('Page.loadEventFired'),
    asks: (requestId: string) =>
      tell('Network.requestWillBeSent', {
        requestId,
        loaderId: '1',
        request: { url: 'http://a.example/x' },
      }),
    leadsOn: () =>
      tell('Page.frameScheduledNavigation', {
        frameId: 'main',
        delay: 0,
        url: 'http://a.example/',
      }),
    async outcomeAfter(ms: number) {
      await vi.advanceTimersByTimeAsync(ms)
      return state.outcome
    },
  }
}

test('a page has settled when it is loaded and made no request for 500 ms', async () => {
  const page = settlingPage()
  page.comes()
  expect(await page.outcomeAfter(30_000)).toBe('waits')
  page.loads()
  expect(await page.outcomeAfter(400)).toBe('waits')
  page.asks('2')
  page.tell('Network.loadingFinished', { requestId: '2' })
  expect(await page.outcomeAfter(400)).toBe('waits')
  expect(await page.outcomeAfter(700)).toBe('settled')
  expect(vi.getTimerCount()).toBe(0)
})

test('a page that never stops making requests has settled 5 s after its load event', async () => {
  const page = settlingPage()
  page.comes()
  page.asks('2')
  page.loads()
  expect(await page.outcomeAfter(4_900)).toBe('waits')
  expect(await page.outcomeAfter(200)).toBe('settled')
})

test('a page that leads on after a while is waited for anew', async () => {
  const page = settlingPage()
  page.comes()
  page.asks('2')
  page.loads()
  expect(await page.outcomeAfter(4_900)).toBe('waits')
  page.leadsOn()
  expect(await page.outcomeAfter(10_000)).toBe('waits')
  page.comes()
  page.loads()
  expect(await page.outcomeAfter(10_000)).toBe('settled')
})

test('a page that is not loaded is taken as it is when that is enough', async () => {
  const page = settlingPage()
  page.comes()
  page.enough.abort()
  expect(await page.outcomeAfter(0)).toBe('settled')
})

test('a page of which nothing came is waited for to the end, whatever would be enough', async () => {
  const page = settlingPage()
  page.enough.abort()
  expect(await page.outcomeAfter(50_000)).toBe('waits')
  page.comes()
  expect(await page.outcomeAfter(0)).toBe('settled')
})

test('a page whose time is over has not settled', async () => {
  const page = settlingPage()
  page.comes()
  page.loads()
  page.over.abort()
  expect(await page.outcomeAfter(0)).toBe('failed')
})
