import type { CDPSession } from 'puppeteer'
import { expect, test } from 'vitest'
import { createPreloadList } from '../../../../agent/src/gather/preload-list.ts'
import type { AnalysisBrowser } from '../../../../agent/src/gather/analysis-browser.ts'

type Visit = AnalysisBrowser['visit']
type Sent = (event: object) => void

/** A Chrome with a list of its own; counts its visits, and remembers where it was led. */
function chromeWith(listed: readonly string[], missing: string | null = null) {
  const asked: string[][] = []
  const visit = async (
    _: unknown,
    visitor: { before?: (session: CDPSession) => Promise<void> },
  ) => {
    const hosts: string[] = []
    asked.push(hosts)
    let hear: Sent = () => {}
    const session = {
      on: (_event: string, listener: Sent) => (hear = listener),
      send: (method: string, { url = '' }: { url?: string } = {}) => {
        if (method !== 'Page.navigate') return Promise.resolve({})
        const { hostname, port } = new URL(url)
        hosts.push(`${hostname}:${port}`)
        hear({})
        const headers = { 'Non-Authoritative-Reason': 'HSTS' }
        if (listed.includes(hostname)) hear({ redirectResponse: { url, status: 307, headers } })
        return Promise.resolve({ errorText: 'net::ERR_UNSAFE_PORT' })
      },
    }
    await visitor.before?.(session as never)
    return { ok: false, kind: 'navigation' }
  }
  return { asked, browser: { missing, visit: visit as unknown as Visit } }
}

const soon = () => AbortSignal.timeout(5_000)

test('the hosts on the list are told, and asked for once a day', async () => {
  let nowMs = 0
  const { asked, browser } = chromeWith(['preloaded.dev', 'bank.example'])
  const list = createPreloadList(browser, () => nowMs)
  expect(await list.listed(['bank.example', 'shop.example', '192.0.2.1', '[::1]'], soon())).toEqual(
    ['bank.example'],
  )
  // No port that anybody could be asked on.
  expect(asked).toEqual([['bank.example:1', 'shop.example:1', 'preloaded.dev:1']])
  expect(await list.listed(['shop.example', 'bank.example'], soon())).toEqual(['bank.example'])
  expect(asked).toHaveLength(1)
  nowMs += 86_400_000
  expect(await list.listed(['shop.example'], soon())).toEqual([])
  expect(asked).toHaveLength(2)
})

test('a list that is out of force says nothing, and is not asked again and again', async () => {
  const { asked, browser } = chromeWith(['bank.example'])
  const list = createPreloadList(browser)
  expect(await list.listed(['bank.example'], soon())).toBeNull()
  expect(await list.listed(['shop.example'], soon())).toBeNull()
  expect(asked).toHaveLength(1)
})

test('without a Chrome, or one that has no room, nothing is known', async () => {
  const missing = chromeWith(['preloaded.dev'], 'There is none.')
  expect(await createPreloadList(missing.browser).listed(['a.example'], soon())).toBeNull()
  expect(missing.asked).toEqual([])
  const visit = (() => Promise.resolve({ ok: false, kind: 'noRoom' })) as unknown as Visit
  const busy = createPreloadList({ missing: null, visit })
  expect(await busy.listed(['a.example'], soon())).toBeNull()
})

test('nothing is asked for addresses', async () => {
  const { asked, browser } = chromeWith([])
  expect(await createPreloadList(browser).listed(['127.0.0.1'], soon())).toEqual([])
  expect(asked).toEqual([])
})
