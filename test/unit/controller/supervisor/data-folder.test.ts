import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  holdDataFolder,
  isDataFolderHeld,
  makeDataFolder,
} from '../../../../controller/src/supervisor/data-folder.ts'

test('one holds the data folder, and the second is told who', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'sightline-data-')), 'data')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }))
  makeDataFolder(folder)
  expect(statSync(folder).mode & 0o066).toBe(0)
  expect(isDataFolderHeld(folder)).toBe(false)

  const hold = holdDataFolder(folder, 'npm start')
  expect(isDataFolderHeld(folder)).toBe(true)
  expect(() => holdDataFolder(folder, 'npm run cli')).toThrow(
    `"npm start" (process ${process.pid}, since`,
  )
  hold.release()

  const next = holdDataFolder(folder, 'npm run cli')
  next.release()
  expect(isDataFolderHeld(folder)).toBe(false)
})
