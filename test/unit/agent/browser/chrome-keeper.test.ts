import { createLogger } from '@sightline/shared/logger'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createChromeKeeper } from '../../../../agent/src/browser/chrome-keeper.ts'
import type { Chrome } from '../../../../agent/src/browser/launch.ts'
import { LaunchError } from '../../../../agent/src/browser/launch.ts'

const never = new AbortController().signal
const log = createLogger('test', 'silent')

/** Starts Chromes that are none, and counts them. */
function launcher(): { launch: () => Promise<Chrome>; started: AbortController[] } {
  const started: AbortController[] = []
  async function launch(): Promise<Chrome> {
    const gone = new AbortController()
    started.push(gone)
    const session = { send: () => Promise.reject(new Error('no Chrome')) }
    const end = async (): Promise<void> => gone.abort()
    return { puppeteer: {}, session, gone: gone.signal, end } as unknown as Chrome
  }
  return { launch, started }
}

describe('one Chrome is kept for all', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('until no one has used it for a minute', async () => {
    const { launch, started } = launcher()
    const keeper = createChromeKeeper(launch, log)
    const [one, two] = await Promise.all([keeper.take(never), keeper.take(never)])
    expect(one.chrome).toBe(two.chrome)
    one.giveBack()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(one.chrome.gone.aborted).toBe(false)
    two.giveBack()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(one.chrome.gone.aborted).toBe(false)
    const three = await keeper.take(never)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(one.chrome.gone.aborted).toBe(false)
    three.giveBack()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(one.chrome.gone.aborted).toBe(true)
    await keeper.take(never)
    expect(started).toHaveLength(2)
  })

  test('and is ended when whoever asked for it left while it started', async () => {
    const { launch, started } = launcher()
    const keeper = createChromeKeeper(launch, log)
    const leaving = new AbortController()
    const taken = keeper.take(leaving.signal)
    leaving.abort()
    await expect(taken).rejects.toThrow('aborted')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(started.map((gone) => gone.signal.aborted)).toEqual([true])
  })

  test('and is replaced after 200 pages, when the last of them is closed', async () => {
    const { launch, started } = launcher()
    const keeper = createChromeKeeper(launch, log)
    const first = await keeper.take(never)
    for (let uses = 1; uses < 200; uses += 1) (await keeper.take(never)).giveBack()
    const next = await keeper.take(never)
    expect(next.chrome).not.toBe(first.chrome)
    expect(first.chrome.gone.aborted).toBe(false)
    first.giveBack()
    first.giveBack()
    expect(first.chrome.gone.aborted).toBe(true)
    expect(started).toHaveLength(2)
  })

  test('and is started again when it died; one that cannot start is tried every 30 s', async () => {
    const { launch, started } = launcher()
    let isBroken = false
    let tries = 0
    const keeper = createChromeKeeper(() => {
      tries += 1
      return isBroken ? Promise.reject(new LaunchError('No Chrome.')) : launch()
    }, log)
    await keeper.take(never)
    started[0]?.abort()
    isBroken = true
    for (let times = 0; times < 3; times += 1) {
      await expect(keeper.take(never)).rejects.toThrow('No Chrome.')
    }
    expect(tries).toBe(2)
    await vi.advanceTimersByTimeAsync(30_000)
    isBroken = false
    expect((await keeper.take(never)).chrome.gone.aborted).toBe(false)
    await keeper.stop()
    await expect(keeper.take(never)).rejects.toThrow('The agent is stopping.')
    expect(started.map((gone) => gone.signal.aborted)).toEqual([true, true])
  })
})
