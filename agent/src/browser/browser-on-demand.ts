import type { Browser } from './browser.ts'
import type { BrowserGear } from './create-browser.ts'

/** The agent's browser, whose code is loaded with its first page: agents that render nothing do without
 *  (5 MB). */
export function createBrowserOnDemand(gear: BrowserGear): Browser {
  let loading: Promise<Browser> | null = null
  let isStopped = false

  async function load(): Promise<Browser> {
    const { createBrowser } = await import('./create-browser.ts')
    const browser = createBrowser(gear)
    if (isStopped) await browser.stop()
    return browser
  }

  function loaded(): Promise<Browser> {
    loading ??= load()
    return loading
  }

  return {
    missing: gear.found.missing,
    pages: gear.pages,
    render: async (request, signal) => (await loaded()).render(request, signal),
    visit: async (request, visitor, signal) => (await loaded()).visit(request, visitor, signal),
    withOwnChrome: async (needs, signal, use) => (await loaded()).withOwnChrome(needs, signal, use),
    async stop() {
      isStopped = true
      await (await loading)?.stop()
    },
  }
}
