import { createLogger } from '@sightline/shared/logger'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { BrowserGear } from '../../../../agent/src/browser/create-browser.ts'
import { createBrowser } from '../../../../agent/src/browser/create-browser.ts'
import { CHROME, render, site, visit } from '../../../helpers/browser.ts'
import { eventually } from '../../../helpers/eventually.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'
import { CHROME_FOLDER } from '../../../helpers/shared-chrome.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

function gearFor(more: Partial<BrowserGear> = {}): BrowserGear {
  const folder = temporaryFolder()
  const log = createLogger('test', 'silent')
  const { dial } = toolsFor()
  return {
    found: CHROME,
    dial,
    pages: 1,
    dataFolder: CHROME_FOLDER,
    stateFolder: folder,
    log,
    ...more,
  }
}

/** A Chrome that is none: notes that it was started, and ends. */
function brokenChrome(complaint: string): { file: string; starts: () => number } {
  const folder = temporaryFolder()
  const file = path.join(folder, 'chrome')
  const notes = path.join(folder, 'notes')
  mkdirSync(notes)
  writeFileSync(file, `#!/bin/sh\ntouch ${notes}/$$\necho '${complaint}' >&2\nexit 1\n`)
  chmodSync(file, 0o755)
  return { file, starts: () => readdirSync(notes).length }
}

describe.skipIf(CHROME.missing !== null)("the agent's Chrome", () => {
  test('is started again after it died, and leaves nothing behind when it is stopped', async () => {
    const gear = gearFor()
    const profiles = path.join(gear.stateFolder, 'browser')
    mkdirSync(path.join(profiles, 'profile-of-one-that-was-killed'), { recursive: true })
    const browser = createBrowser(gear)
    onTestFinished(() => browser.stop())
    const { origin } = await site({ '/': 'here', '/never': () => {} })
    expect(await render(browser, `${origin}/`)).toMatchObject({ ok: true })
    expect(readdirSync(profiles)).toHaveLength(1)

    const ended = visit(browser, `${origin}/`, {
      look(session) {
        session
          .connection()
          ?.send('Browser.crash')
          .catch(() => {})
        return new Promise(() => {})
      },
    })
    expect(await ended).toMatchObject({ ok: false, kind: 'unavailable' })
    expect(await render(browser, `${origin}/`)).toMatchObject({ ok: true })

    const open = render(browser, `${origin}/never`)
    await browser.stop()
    expect(await open).toMatchObject({ ok: false, kind: 'stopping' })
    expect(await render(browser, `${origin}/`)).toMatchObject({ ok: false, kind: 'stopping' })
    expect(readdirSync(profiles)).toEqual([])
  })

  test('says so when there is no room', async () => {
    const browser = createBrowser(gearFor())
    onTestFinished(() => browser.stop())
    const { origin } = await site({ '/never': () => {} })
    const pages = Array.from({ length: 12 }, () => render(browser, `${origin}/never`))
    expect(await pages[11]).toMatchObject({
      ok: false,
      kind: 'noRoom',
      message: expect.stringContaining('SIGHTLINE_BROWSER_PAGES'),
    })
    await browser.stop()
    const kinds = (await Promise.all(pages)).map((page) => !page.ok && page.kind)
    expect(kinds).toEqual([...Array.from({ length: 11 }, () => 'stopping'), 'noRoom'])
  })

  test('that does not start is not tried again at once, and says what is missing', async () => {
    const { file, starts } = brokenChrome(
      'chrome: error while loading shared libraries: libnss3.so: cannot open shared object file',
    )
    const found = {
      places: [{ kind: 'program', file }],
      missing: null,
      isSandboxed: false,
    } as const
    const browser = createBrowser(gearFor({ found }))
    for (let times = 0; times < 3; times += 1) {
      expect(await render(browser, 'http://127.0.0.1:9/')).toMatchObject({
        ok: false,
        kind: 'unavailable',
        message:
          'The browser of this agent does not work, because its machine lacks the library libnss3.so (install it there, or chromium).',
      })
    }
    expect(starts()).toBe(1)
  })

  test('is replaced by the next one that does start', async () => {
    const { file, starts } = brokenChrome('no')
    const places = [{ kind: 'program', file } as const, ...CHROME.places]
    const browser = createBrowser(gearFor({ found: { ...CHROME, places } }))
    onTestFinished(() => browser.stop())
    const { origin } = await site({ '/': 'here' })
    expect(await render(browser, `${origin}/`)).toMatchObject({ ok: true })
    expect(starts()).toBe(1)
  })

  test('dies with an agent that is killed', async () => {
    const folder = temporaryFolder()
    const at = (file: string) =>
      JSON.stringify(new URL(`../../../../${file}`, import.meta.url).href)
    const program = `
      import { launchChrome } from ${at('agent/src/browser/launch.ts')}
      import { findChrome } from ${at('agent/src/browser/find-chrome.ts')}
      import { unpackChrome } from ${at('agent/src/browser/unpack-chrome.ts')}
      import { processMemory } from ${at('agent/src/browser/process-memory.ts')}
      const { signal } = new AbortController()
      const [place] = findChrome(process.env.SIGHTLINE_CHROME ?? null, 'off').places
      const unpacked = place.kind === 'program'
          ? { file: place.file, environment: {} }
          : await unpackChrome(place.archives, ${JSON.stringify(path.join(CHROME_FOLDER, 'chrome'))}, signal)
      const program = { ...unpacked, isSandboxed: process.geteuid() !== 0 }
      const log = { warn() {}, error() {} }
      const chrome = await launchChrome(program, ${JSON.stringify(folder)}, log, signal)
      await chrome.puppeteer.newPage()
      console.log(JSON.stringify((await processMemory(chrome.session)).map(({ pid }) => pid)))
      setInterval(() => {}, 1000)`
    const agent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void agent.kill('SIGKILL'))
    const [line] = (await once(createInterface(agent.stdout), 'line')) as [string]
    const pids = JSON.parse(line) as number[]
    expect(pids.length).toBeGreaterThan(1)
    agent.kill('SIGKILL')
    await eventually(() => pids.every((pid) => !isRunning(pid)))
  })
})

/** Not gone, and not only waiting for its parent to read its end. */
function isRunning(pid: number): boolean {
  if (process.platform === 'linux' && !existsSync(`/proc/${pid}`)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
