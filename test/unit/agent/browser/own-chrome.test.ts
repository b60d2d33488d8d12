import { createLogger } from '@sightline/shared/logger'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Browser, OwnChrome } from '../../../../agent/src/browser/browser.ts'
import { createBrowser } from '../../../../agent/src/browser/create-browser.ts'
import { LaunchError } from '../../../../agent/src/browser/launch.ts'
import { render } from '../../../helpers/browser.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const never = new AbortController().signal
const ANY = { family: 'any' } as const

/** A browser whose programs are never started by itself. */
function browserWith({ files = ['/chrome'], pages = 4 } = {}): Browser {
  const folder = temporaryFolder()
  const browser = createBrowser({
    found: {
      places: files.map((file) => ({ kind: 'program', file })),
      missing: null,
      isSandboxed: true,
    },
    dial: toolsFor().dial,
    pages,
    dataFolder: folder,
    stateFolder: folder,
    log: createLogger('test', 'silent'),
  })
  onTestFinished(() => browser.stop())
  return browser
}

/** Uses a Chrome of its own until it is told to stop. */
function holder(browser: Browser, signal = never) {
  const begun = Promise.withResolvers<OwnChrome>()
  const done = Promise.withResolvers<string>()
  const used = browser.withOwnChrome(ANY, signal, (own) => {
    begun.resolve(own)
    return done.promise
  })
  return { begun: begun.promise, end: () => done.resolve('done'), used }
}

describe('a Chrome of one’s own', () => {
  test('comes with a folder and a way out that are gone afterwards', async () => {
    const holding = holder(browserWith())
    const { folder, program, proxy } = await holding.begun
    expect(program.file).toBe('/chrome')
    expect(existsSync(folder)).toBe(true)
    expect(path.basename(path.dirname(folder))).toBe('browser')
    await expect(fetch(`http://127.0.0.1:${proxy.port}/`)).rejects.toThrow('fetch failed')
    holding.end()
    expect(await holding.used).toEqual({ ok: true, value: 'done' })
    expect(existsSync(folder)).toBe(false)
    await expect(fetch(`http://127.0.0.1:${proxy.port}/`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    })
  })

  test('is had by one after the other', async () => {
    const browser = browserWith()
    const order: string[] = []
    const one = holder(browser)
    await one.begun
    const two = holder(browser)
    void two.begun.then(() => order.push('two begins'))
    order.push('one ends')
    one.end()
    await two.begun
    expect(order).toEqual(['one ends', 'two begins'])
    two.end()
    await two.used
  })

  test('is not waited for by more than three', async () => {
    const browser = browserWith()
    const holding = holder(browser)
    await holding.begun
    const waiting = [holder(browser), holder(browser), holder(browser)]
    expect(await holder(browser).used).toMatchObject({
      ok: false,
      kind: 'noRoom',
      message: expect.stringContaining('too many wait'),
    })
    for (const each of [holding, ...waiting]) each.end()
    for (const each of waiting) expect(await each.used).toMatchObject({ ok: true })
  })

  test('counts as a page', async () => {
    const browser = browserWith({ pages: 1 })
    const holding = holder(browser)
    await holding.begun
    const leaving = new AbortController()
    const page = render(browser, 'http://127.0.0.1:9/', { signal: leaving.signal })
    leaving.abort()
    expect(await page).toMatchObject({ ok: false, kind: 'noRoom' })
    holding.end()
    await holding.used
  })

  test('is given up by those who leave while they wait', async () => {
    const browser = browserWith()
    const holding = holder(browser)
    await holding.begun
    const leaving = new AbortController()
    const waiting = holder(browser, leaving.signal)
    leaving.abort()
    expect(await waiting.used).toMatchObject({ ok: false, kind: 'noRoom' })
    holding.end()
    await holding.used
  })

  test('is tried with the next program where one does not start', async () => {
    const browser = browserWith({ files: ['/broken', '/chrome'] })
    const tried: string[] = []
    const used = await browser.withOwnChrome(ANY, never, async ({ program }) => {
      tried.push(program.file)
      if (program.file === '/broken') throw new LaunchError('It does not start.')
      return 'done'
    })
    expect([used, tried]).toEqual([{ ok: true, value: 'done' }, ['/broken', '/chrome']])
    const failed = browser.withOwnChrome(ANY, never, () =>
      Promise.reject(new LaunchError('None starts.')),
    )
    expect(await failed).toEqual({ ok: false, kind: 'unavailable', message: 'None starts.' })
  })

  test('ends with the agent', async () => {
    const browser = browserWith()
    const used = browser.withOwnChrome(ANY, never, async ({ signal }) => {
      const ended = new Promise((resolve) => signal.addEventListener('abort', resolve))
      void browser.stop()
      await ended
      throw new Error('the signal came')
    })
    expect(await used).toMatchObject({ ok: false, kind: 'stopping' })
    expect(await holder(browser).used).toMatchObject({ ok: false, kind: 'stopping' })
  })
})
