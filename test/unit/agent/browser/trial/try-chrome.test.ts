import { createLogger } from '@sightline/shared/logger'
import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createWithProgram } from '../../../../../agent/src/browser/chrome-programs.ts'
import { tryChrome } from '../../../../../agent/src/browser/trial/try-chrome.ts'
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts'

test('a browser that hangs is told as one that does not start in its time', async () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'chrome')
  writeFileSync(file, '#!/bin/sh\nexec sleep 300\n')
  chmodSync(file, 0o755)
  const log = createLogger('test', 'silent')
  const stopping = new AbortController().signal
  const withProgram = createWithProgram({
    found: { places: [{ kind: 'program', file }], isSandboxed: false, missing: null },
    dataFolder: folder,
    profiles: path.join(folder, 'profiles'),
    stopping,
    log,
  })
  const trial = withProgram((program) => tryChrome(program, folder, log, stopping, 300))
  await expect(trial).rejects.toThrow('did not start within 0.3 s')
})
