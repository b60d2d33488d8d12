import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** What a program that was ended writes last may come while its folder is removed. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

/** A folder of this test's own, gone when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-test-'))
  onTestFinished(() => rmSync(folder, REMOVAL))
  return folder
}
