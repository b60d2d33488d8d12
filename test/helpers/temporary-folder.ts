import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of this test's own, gone when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
