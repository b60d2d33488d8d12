import { describe, expect, test } from 'vitest'
import { createPreloadList } from '../../../../agent/src/gather/preload-list.ts'
import { CHROME, PATIENCE_MS, testBrowser } from '../../../helpers/browser.ts'

describe.skipIf(CHROME.missing !== null)('the preload list of a real Chrome', () => {
  const browser = testBrowser()

  test('is read without any network, unless the Chrome is older than ten weeks', async () => {
    // The agent's name servers do not exist, so nobody could be asked.
    const list = createPreloadList(browser)
    const hosts = ['nobody.github.com', 'www.example.com', '127.0.0.1']
    // The first page of a Chrome that has to be unpacked takes longer than an analysis waits.
    await expect
      .poll(() => list.listed(hosts, AbortSignal.timeout(PATIENCE_MS)), { timeout: PATIENCE_MS })
      .toSatisfy((listed: unknown) => listed === null || Array.isArray(listed))
    const listed = await list.listed(hosts, AbortSignal.timeout(PATIENCE_MS))
    expect(listed === null || listed.join() === 'nobody.github.com').toBe(true)
  })
})
