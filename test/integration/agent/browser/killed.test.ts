import type { CDPSession, Connection } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import { processMemory } from '../../../../agent/src/browser/process-memory.ts'
import {
  CHROME,
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
})
