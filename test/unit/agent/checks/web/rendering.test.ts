import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { expect, test } from 'vitest'
import type { RenderFailure } from '../../../../../agent/src/browser/browser.ts'
import { renderPage } from '../../../../../agent/src/checks/web/rendering.ts'

const MISSED: RenderFailure = {
  ok: false,
  kind: 'notReached',
  message: 'The page was not loaded within the time limit.',
  url: 'https://shop.example/',
  statusCode: 200,
  consoleErrors: [],
  failedRequests: [],
  wasCut: false,
  netError: null,
}

/** Renders with a browser that says after all of its time that the page did not come. */
const renderLate = (waitedMs: number) =>
  renderPage(
    { url: new URL('https://shop.example/'), headers: new Map(), timeoutMs: 2_000, spentMs: 900 },
    TYPE_DESCRIPTIONS.web.shape.parse({ render: { enabled: true } }),
    {
      signal: new AbortController().signal,
      browser: {
        missing: null,
        render: (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ ...MISSED, waitedMs }))
          }),
      },
    },
  )

test('a page that had its time is to blame, with the limit named', async () => {
  const { failure, details } = await renderLate(300)
  expect(failure).toEqual({
    source: 'target',
    phase: 'content',
    cause: 'renderError',
    message:
      'The page was not loaded within the time limit. The limit of 2 s struck meanwhile; the plain request had taken 0.9 s of it.',
  })
  expect(details).toMatchObject({ render: { loadMs: null, statusCode: 200 }, consoleErrors: [] })
})

test('a page that the browser held up is not', async () => {
  const { failure } = await renderLate(301)
  expect(failure).toMatchObject({
    source: 'agent',
    cause: 'agentFault',
    message: expect.stringMatching(
      /^The browser of this agent was ready only after 0\.3 s, .* What was seen: The page was not/,
    ),
  })
})

test('a page whose turn does not come is not opened, and nothing is said of it', async () => {
  const asked: string[] = []
  const { failure } = await renderPage(
    { url: new URL('https://shop.example/'), headers: new Map(), timeoutMs: 2_000, spentMs: 900 },
    TYPE_DESCRIPTIONS.web.shape.parse({ render: { enabled: true } }),
    {
      signal: new AbortController().signal,
      browser: {
        missing: null,
        render({ url }) {
          asked.push(url.href)
          return Promise.resolve({ ...MISSED, waitedMs: 0 })
        },
      },
      takeBrowserTurn: () => Promise.resolve(false),
    },
  )
  expect(failure).toMatchObject({ source: 'agent', cause: 'agentFault' })
  expect(asked).toEqual([])
})
