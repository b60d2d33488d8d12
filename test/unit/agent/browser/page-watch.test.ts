import { EventEmitter } from 'node:events'
import type { CDPSession } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import type { GuardProxy } from '../../../../agent/src/browser/guard-proxy.ts'
import type { PageWatch } from '../../../../agent/src/browser/page-watch.ts'
import { watchPage } from '../../../../agent/src/browser/page-watch.ts'

const MAIN = { frameId: 'main' }
const NEXT = 'http://a.example/next'

/** A watched page that is loaded, and what makes Chrome tell of it. */
function loadedPage(): { watch: PageWatch; tell: (event: string, more: object) => void } {
  const session = Object.assign(new EventEmitter(), {
    send: () => Promise.resolve({}),
    connection: () => undefined,
  })
  const proxy = { refusalOf: () => null, wasCut: () => false } as unknown as GuardProxy
  const page = { mainFrame: 'main', askedUrl: 'http://a.example/' }
  const watch = watchPage(session as unknown as CDPSession, proxy, page)
  const tell = (event: string, more: object): void => void session.emit(event, more)
  tell('Page.frameNavigated', { frame: { id: 'main', loaderId: '1', url: page.askedUrl } })
  tell('Page.loadEventFired', {})
  return { watch, tell }
}

const asks = (frameId: string) => ({
  frameId,
  requestId: '2',
  loaderId: '2',
  type: 'Document',
  request: { url: NEXT },
})
const givenUp = { requestId: '2', type: 'Document', errorText: 'net::ERR_ABORTED', canceled: true }

describe('a page that leads on', () => {
  // The renderer tells of what it means to do, and another process of what is asked for.
  const meant = [
    ['Page.frameScheduledNavigation', { ...MAIN, delay: 0, url: NEXT }],
    ['Page.frameRequestedNavigation', { ...MAIN, url: NEXT, disposition: 'currentTab' }],
    ['Page.frameClearedScheduledNavigation', MAIN],
  ] as const
  const asked = ['Network.requestWillBeSent', asks('main')] as const

  test.each([
    ['after', [...meant, asked]],
    ['before', [meant[0], meant[1], asked, meant[2]]],
  ])('is not there when it asks for the next one %s that is told', (_, events) => {
    const { watch, tell } = loadedPage()
    expect(watch.isLoaded()).toBe(true)
    for (const [event, more] of events) tell(event, more)
    expect(watch.isLoaded()).toBe(false)
    expect(watch.hasDocument()).toBe(false)
    tell('Page.frameNavigated', { frame: { id: 'main', loaderId: '2', url: NEXT } })
    tell('Page.loadEventFired', {})
    expect(watch.isLoaded()).toBe(true)
  })

  test('is there again when that comes to nothing', () => {
    const { watch, tell } = loadedPage()
    for (const [event, more] of [...meant, asked]) tell(event, more)
    tell('Network.loadingFailed', givenUp)
    expect(watch.isLoaded()).toBe(true)
  })

  test('is still about to leave when a frame in it gives up', () => {
    const { watch, tell } = loadedPage()
    tell(...asked)
    tell('Network.requestWillBeSent', { ...asks('frame'), requestId: '3', loaderId: '3' })
    tell('Network.loadingFailed', { ...givenUp, requestId: '3' })
    expect(watch.isLoaded()).toBe(false)
  })
})

test('the script of a worker keeps no page from being idle: its end is told to the worker alone', () => {
  const { watch, tell } = loadedPage()
  const request = { url: 'http://a.example/worker.js' }
  const { activity } = watch
  const before = activity()
  tell('Network.requestWillBeSent', {
    ...MAIN,
    requestId: '2',
    loaderId: '',
    type: 'Script',
    request,
  })
  expect(watch.openRequests()).toEqual([])
  expect(activity()).toBeGreaterThan(before)
  tell('Network.requestWillBeSent', {
    ...MAIN,
    requestId: '3',
    loaderId: '1',
    type: 'Script',
    request,
  })
  expect(watch.openRequests()).toEqual([request.url])
})
