import { createLogger } from '@sightline/shared/logger'
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Browser } from '../../../../agent/src/browser/browser.ts'
import { createBrowser } from '../../../../agent/src/browser/create-browser.ts'
import { render } from '../../../helpers/browser.ts'
import { eventually } from '../../../helpers/eventually.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const NOWHERE = 'http://127.0.0.1:9/'

/** A browser whose Chrome is a script. */
function browserOf(script: string, stateFolder: string): Browser {
  const folder = temporaryFolder()
  const file = path.join(folder, 'chrome')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return createBrowser({
    found: { places: [{ kind: 'program', file }], missing: null, isSandboxed: false },
    dial: toolsFor().dial,
    pages: 1,
    dataFolder: folder,
    stateFolder,
    log: createLogger('test', 'silent'),
  })
}

test('a Chrome that hangs at its start does not keep the agent from stopping', async () => {
  const folder = temporaryFolder()
  const browser = browserOf('echo $$ > "$HOME/../../pid"; exec sleep 60', folder)
  const page = render(browser, NOWHERE)
  await eventually(() => existsSync(path.join(folder, 'pid')))
  await browser.stop()
  expect(await page).toMatchObject({ ok: false, kind: 'stopping' })
  expect(readdirSync(path.join(folder, 'browser'))).toEqual([])
})

test('a data folder that cannot be written is named, each time', async () => {
  const folder = path.join(temporaryFolder(), 'file')
  writeFileSync(folder, '')
  const browser = browserOf('exit 1', folder)
  for (let times = 0; times < 2; times += 1) {
    expect(await render(browser, NOWHERE)).toMatchObject({
      ok: false,
      kind: 'unavailable',
      message:
        'The browser of this agent cannot be started: its data folder must be writable, with 300 MB of room.',
    })
  }
})
