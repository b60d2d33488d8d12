import { describe, expect, test } from 'vitest'
import { processMemory } from '../../../../agent/src/browser/process-memory.ts'
import { CHROME, render, site, testBrowser } from '../../../helpers/browser.ts'
import { eventually } from '../../../helpers/eventually.ts'

describe.skipIf(CHROME.missing !== null)('a page that is ended', () => {
  const browser = testBrowser()

  test.for([
    ['SIGKILL', 'unavailable'],
    ['SIGTERM', 'crashed'],
    ['SIGSEGV', 'crashed'],
  ] as const)('by %s is %s', async ([signal, kind]) => {
    const { origin, asked } = await site({ '/': '<p>here</p>' })
    const page = render(browser, origin, { waitFor: { kind: 'selector', selector: '#never' } })
    await eventually(() => asked.length > 0)
    await browser.withContext({ family: 'any' }, AbortSignal.timeout(10_000), async (guarded) => {
      const session = await guarded.context.browser().target().createCDPSession()
      for (const { pid, type } of await processMemory(session)) {
        if (type === 'renderer') process.kill(pid, signal)
      }
    })
    expect(await page).toMatchObject({ ok: false, kind })
  })
})
