import type { Lacks } from '@sightline/shared/lacks'
import { createLogger } from '@sightline/shared/logger'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBrowserOnDemand } from '../../../../agent/src/browser/browser-on-demand.ts'
import type { FoundChrome } from '../../../../agent/src/browser/find-chrome.ts'
import { CHROME, render, site } from '../../../helpers/browser.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'
import { CHROME_FOLDER } from '../../../helpers/shared-chrome.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const NO_LACKS: Lacks = { browser: null, scripts: [] }

function browserOf(found: FoundChrome, known = NO_LACKS) {
  const stateFolder = temporaryFolder()
  const gear = {
    found,
    dial: toolsFor().dial,
    pages: 1,
    dataFolder: CHROME_FOLDER,
    stateFolder,
    log: createLogger('test', 'silent'),
  }
  const told: Lacks[] = []
  const browser = createBrowserOnDemand(gear, known, (lacks) => told.push(lacks))
  onTestFinished(() => browser.stop())
  return { browser, told, stateFolder }
}

test('a browser that lacks a library is found out with a page of the agent’s own, and no page is blamed', async () => {
  const file = path.join(temporaryFolder(), 'chrome')
  const words = 'chrome: libsqlite3.so.0: cannot open shared object file: No such file or directory'
  writeFileSync(file, `#!/bin/sh\necho '${words}' >&2\nexit 1\n`)
  chmodSync(file, 0o755)
  const { origin, asked } = await site({ '/': 'here' })
  const found = { places: [{ kind: 'program', file }], missing: null, isSandboxed: false } as const
  const { browser, told, stateFolder } = browserOf(found)
  expect(browser.missing).toBeNull()
  expect(await render(browser, origin)).toMatchObject({
    ok: false,
    kind: 'unavailable',
    message: expect.stringContaining('libsqlite3.so.0'),
  })
  expect(browser.missing).toContain('libsqlite3.so.0')
  expect(told).toEqual([{ browser: browser.missing, scripts: [] }])
  expect(asked).toEqual([])
  expect(readdirSync(stateFolder)).toEqual([])
})

test.skipIf(CHROME.missing !== null)(
  'a browser that works is tried once, is known to after what was missing came, and shows its pages',
  async () => {
    const { origin } = await site({ '/': '<title>here</title>' })
    const known = { browser: 'Its library was missing.', scripts: [] }
    const { browser, told } = browserOf(CHROME, known)
    expect(browser.missing).toBe(known.browser)
    expect(await render(browser, origin)).toMatchObject({ ok: true, title: 'here' })
    expect(told).toEqual([browser.lacks()])
    expect(browser.lacks()).toMatchObject({ browser: null })
    // What every machine has a font for, or Chrome brings along.
    expect(browser.lacks().scripts).not.toContain('latin')
    expect(browser.missing).toBeNull()
  },
)

/** Kills the Chrome of this test's browser, as a page or the kernel may. */
function killChrome(stateFolder: string): void {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      const isOurs = Number(parent) === process.pid && command.includes(stateFolder)
      if (isOurs) process.kill(Number(name), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

test.skipIf(CHROME.missing !== null || process.platform !== 'linux')(
  'a page that ends Chrome is told from a Chrome that ends',
  async () => {
    const { browser, stateFolder } = browserOf(CHROME)
    let kills = 0
    const { origin } = await site({
      '/always': () => killChrome(stateFolder),
      '/once': (_, response) => {
        kills += 1
        if (kills === 1) killChrome(stateFolder)
        else response.end('<title>fine</title>')
      },
    })
    expect(await render(browser, `${origin}/once`)).toMatchObject({ ok: true, title: 'fine' })
    expect(await render(browser, `${origin}/always`)).toMatchObject({
      ok: false,
      kind: 'crashed',
      message: 'The page ended the browser twice, while another page was fine in it.',
    })
    expect(browser.missing).toBeNull()
  },
)
