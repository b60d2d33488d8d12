import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
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

const NOBODY = 65_534

/** Does something as a user who may pass through the folder and has no rights to what is in it. */
function asAnother<T>(file: string, work: () => T): T {
  if (process.geteuid?.() !== 0) {
    chmodSync(file, 0o400)
    return work()
  }
  process.seteuid?.(NOBODY)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}

test('whose folder it is not can neither hold it nor keep others from it, and is told so', () => {
  const parent = mkdtempSync(join(tmpdir(), 'sightline-data-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  chmodSync(parent, 0o711)
  const folder = join(parent, 'data')
  makeDataFolder(folder)
  const [lock, holder] = [join(folder, 'lock'), join(folder, 'lock-holder.json')]
  const hold = holdDataFolder(folder, 'npm start')
  expect(statSync(lock).mode & 0o077).toBe(0)
  const notTheirs = `The data folder ${folder} cannot be used: EACCES: permission denied, open '${holder}'. It must be writable for the user who starts this program`
  asAnother(holder, () => {
    expect(() => isDataFolderHeld(folder)).toThrow(notTheirs)
    expect(() => holdDataFolder(folder, 'npm run cli')).toThrow(notTheirs)
  })
  hold.release()
})

test('a lock that others could read is closed to them by the next who holds it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  holdDataFolder(folder, 'npm start').release()
  chmodSync(join(folder, 'lock'), 0o644)
  holdDataFolder(folder, 'npm start').release()
  expect(statSync(join(folder, 'lock')).mode & 0o777).toBe(0o600)
})
