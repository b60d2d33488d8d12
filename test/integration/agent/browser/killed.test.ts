import { describe, expect, test } from 'vitest'
import { processMemory } from '../../../../agent/src/browser/process-memory.ts'
import {
  CHROME,
  PATIENCE_MS,
  render,
  SHOWN_PATH,
  site,
  TELLS_SHOWN,
  testBrowser,
} from '../../../helpers/browser.ts'

describe.skipIf(CHROME.missing !== null)('a page that is ended', () => {
  const browser = testBrowser()

  test.for([
    ['SIGKILL', 'unavailable'],
    ['SIGTERM', 'crashed'],
    ['SIGSEGV', 'crashed'],
  ] as const)('by %s is %s', async ([signal, kind]) => {
    const { origin, askedFor } = await site({ '/': TELLS_SHOWN })
    const page = render(browser, origin, { waitFor: { kind: 'selector', selector: '#never' } })
    await askedFor(SHOWN_PATH)
    await browser.withContext(
      { family: 'any' },
      AbortSignal.timeout(PATIENCE_MS),
      async (guarded) => {
        const session = await guarded.context.browser().target().createCDPSession()
        for (const { pid, type } of await processMemory(session)) {
          if (type === 'renderer') process.kill(pid, signal)
        }
      },
    )
    expect(await page).toMatchObject({ ok: false, kind })
  })
})
