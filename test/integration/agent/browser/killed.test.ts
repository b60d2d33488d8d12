import type { CDPSession, Connection } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import type { Visitor } from '../../../../agent/src/browser/browser.ts'
import { processMemory } from '../../../../agent/src/browser/process-memory.ts'
import {
  CHROME,
  PATIENCE_MS,
  SHOWN_PATH,
  site,
  TELLS_SHOWN,
  testBrowser,
  visit,
} from '../../../helpers/browser.ts'

describe.skipIf(CHROME.missing !== null)('a page that is ended', () => {
  const browser = testBrowser()

  test.for([
    ['SIGKILL', 'unavailable'],
    ['SIGTERM', 'crashed'],
    ['SIGSEGV', 'crashed'],
  ] as const)('by %s is %s', async ([signal, kind]) => {
    const { origin, askedFor } = await site({ '/': TELLS_SHOWN })
    let chrome: Connection | undefined
    const visitor = {
      before: async (session: CDPSession) => void (chrome = session.connection()),
      look: () => Promise.resolve(null),
    }
    const waitFor = { kind: 'selector', selector: '#never' } as const
    const page = visit(browser, origin, visitor, { waitFor })
    await askedFor(SHOWN_PATH)
    if (chrome === undefined) throw new Error('no page was led anywhere')
    for (const { pid, type } of await processMemory(chrome)) {
      if (type === 'renderer') process.kill(pid, signal)
    }
    expect(await page).toMatchObject({ ok: false, kind })
  })

  test('in a frame of another site is not whole, and what the frame waited for is forgotten', async () => {
    const { origin, port } = await site({
      '/': (_, response) =>
        response.end(`<p>here</p><iframe src="http://localhost:${port}/frame"></iframe>`),
      // It begins to wait once all is loaded.
      '/frame': '<script>onload = () => setTimeout(() => fetch("/never"))</script>',
      '/never': () => {},
    })
    let frame: CDPSession | undefined
    const visitor: Visitor<boolean> = {
      before: async (_session, _proxy, parts) => parts.onJoin((part) => (frame = part.session)),
      async look(session, page) {
        const died = new Promise((resolve) => {
          session.connection()?.once('Target.targetCrashed', resolve)
        })
        expect(await page.settle(1_000)).toBe(false)
        frame?.send('Page.crash').catch(() => {})
        await died
        return page.settle(PATIENCE_MS)
      },
    }
    const page = await visit(browser, `${origin}/`, visitor)
    expect(page).toMatchObject({ ok: true, isLoaded: true, wasCut: true, seen: true })
  })
})
