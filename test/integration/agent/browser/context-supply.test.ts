import { createLogger } from '@sightline/shared/logger'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Connection, Protocol } from 'puppeteer'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createBrowser } from '../../../../agent/src/browser/create-browser.ts'
import { presentSharer, workFor } from '../../../../agent/src/bounds/sharer.ts'
import type { Dial } from '../../../../agent/src/net/dial.ts'
import { CHROME, site, visit } from '../../../helpers/browser.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'
import { CHROME_FOLDER } from '../../../helpers/shared-chrome.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

interface Seen {
  readonly contextId: string | undefined
  readonly connection: Connection | undefined
}

async function lookAtContext(session: CDPSession): Promise<Seen> {
  const { targetInfo } = await session.send('Target.getTargetInfo')
  return { contextId: targetInfo.browserContextId, connection: session.connection() }
}

function browserWith(dial: Dial) {
  const browser = createBrowser({
    found: CHROME,
    dial,
    pages: 2,
    dataFolder: CHROME_FOLDER,
    stateFolder: temporaryFolder(),
    log: createLogger('test', 'silent'),
  })
  onTestFinished(() => browser.stop())
  return browser
}

/** The pages of other contexts than that of a visit. */
async function otherPages({ contextId, connection }: Seen) {
  const { targetInfos = [] } = (await connection?.send('Target.getTargets')) ?? {}
  return targetInfos.filter((each) => each.type === 'page' && each.browserContextId !== contextId)
}

/** The blank page that waits for the next visit. */
async function preparedPage(last: Seen) {
  const { promise, resolve } = Promise.withResolvers<Protocol.Target.TargetInfo>()
  const look = async (): Promise<void> => {
    const [page] = await otherPages(last)
    if (page === undefined) setTimeout(() => void look(), 20)
    else resolve(page)
  }
  await look()
  return promise
}

/** It may have ended since it was listed. */
function tryToKill(processId: number): void {
  try {
    process.kill(processId)
  } catch {
    // It has.
  }
}

describe.skipIf(CHROME.missing !== null)('the context that the next page will have', () => {
  test('is opened ahead, used once, and has nothing of the page before', async () => {
    const { origin, asked } = await site({ '/': '<script>document.cookie = "of=one"</script>' })
    const browser = browserWith(toolsFor().dial)
    const look = async () => {
      const visited = await visit(browser, `${origin}/`, { look: lookAtContext })
      if (!visited.ok) throw new Error(visited.message)
      return visited.seen
    }
    const first = await look()
    const prepared = await preparedPage(first)
    const second = await look()
    expect(second.contextId).toBe(prepared.browserContextId)
    expect(second.contextId).not.toBe(first.contextId)
    const third = await look()
    expect(third.contextId).not.toBe(second.contextId)
    expect(asked.map(({ headers }) => headers.cookie)).not.toContain('of=one')
  })

  test('reaches out for whoever takes it, the way that is asked for', async () => {
    const { dial } = toolsFor()
    const dials: (string | undefined)[] = []
    const browser = browserWith((target, signal) => {
      dials.push(`${presentSharer()} ${target.family}`)
      return dial(target, signal)
    })
    const { origin } = await site({ '/': 'here' })
    const look = (sharer: string, family: 'any' | 'ipv4') =>
      workFor(sharer, () => visit(browser, `${origin}/`, { look: lookAtContext }, { family }))
    const first = await look('one', 'any')
    if (!first.ok) throw new Error(first.message)
    await preparedPage(first.seen)
    await look('two', 'ipv4')
    expect([...new Set(dials)]).toEqual(['one any', 'two ipv4'])
  })

  test('is another where its page died meanwhile', { timeout: 60_000 }, async () => {
    const { origin } = await site({ '/': 'here' })
    const browser = browserWith(toolsFor().dial)
    const first = await visit(browser, `${origin}/`, { look: lookAtContext })
    if (!first.ok) throw new Error(first.message)
    await preparedPage(first.seen)
    const { connection } = first.seen
    const died = new AbortController()
    connection?.once('Target.targetCrashed', () => died.abort())
    // A page is listed before its process is: what is killed at first may be a spare one only.
    while (!died.signal.aborted) {
      const { processInfo = [] } = (await connection?.send('SystemInfo.getProcessInfo')) ?? {}
      for (const { id, type } of processInfo) if (type === 'renderer') tryToKill(id)
      await sleep(50)
    }
    const second = await visit(browser, `${origin}/`, { look: lookAtContext })
    expect(second).toMatchObject({ ok: true, statusCode: 200 })
  })
})
