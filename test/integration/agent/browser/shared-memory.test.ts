import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CHROME } from '../../../helpers/browser.ts'
import { CHROME_FOLDER } from '../../../helpers/shared-chrome.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

/** Runs a command in mounts of its own, in which nobody can write to /dev/shm. */
const LOCKED = ['-m', 'sh', '-c', 'mount -t tmpfs -o ro,size=64k none /dev/shm && exec "$@"', 'sh']

const canLock = spawnSync('unshare', [...LOCKED, 'true']).status === 0

test.skipIf(CHROME.missing !== null || !canLock)(
  'Chrome shows pages where /dev/shm cannot be written',
  () => {
    const at = (file: string) =>
      JSON.stringify(new URL(`../../../../agent/src/browser/${file}`, import.meta.url).href)
    const folder = JSON.stringify(temporaryFolder())
    const program = `
      import { findChrome } from ${at('find-chrome.ts')}
      import { tryChrome } from ${at('trial/try-chrome.ts')}
      import { unpackChrome } from ${at('unpack-chrome.ts')}
      const [place] = findChrome(process.env.SIGHTLINE_CHROME ?? null, 'off').places
      const { signal } = new AbortController()
      const unpacked = place.kind === 'program'
        ? { file: place.file, environment: {} }
        : await unpackChrome(place.archives, ${JSON.stringify(path.join(CHROME_FOLDER, 'chrome'))}, signal)
      const log = { warn(...all) { console.error(...all) }, error() {} }
      const { browser } = await tryChrome({ ...unpacked, isSandboxed: false }, ${folder}, log, signal)
      console.log(JSON.stringify({ lack: browser }))`
    const run = [process.execPath, '--input-type=module', '-e', program]
    const output = execFileSync('unshare', [...LOCKED, ...run], { encoding: 'utf8' })
    expect(JSON.parse(output)).toEqual({ lack: null })
  },
)
