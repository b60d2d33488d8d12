import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { moveWritten } from '../../../../agent/src/state/checkpoints.ts'
import { openState, stateFile, StateError } from '../../../../agent/src/state/database.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

function openWithRows(rows: number): { folder: string; file: string; database: DatabaseSync } {
  const folder = temporaryFolder()
  const database = openState(folder)
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  const insert = database.prepare('insert into facts (name, value) values (?, ?)')
  for (let row = 0; row < rows; row += 1) insert.run(`fact ${row}`, 'x'.repeat(1_000))
  return { folder, file: stateFile(folder), database }
}

test('no commit empties the log by itself, however much is written between two moves', () => {
  // SQLite alone would do it after 1,000 pages, in the middle of a commit.
  const { file } = openWithRows(3_000)
  expect(statSync(file).size).toBeLessThan(100_000)
})

test('a move brings what was written into the file, and the log is used anew', async () => {
  const { file, database } = openWithRows(2_000)
  const logBytes = statSync(`${file}-wal`).size
  await moveWritten(database, file)
  expect(statSync(file).size).toBeGreaterThan(2_000_000)
  database.exec("update facts set value = 'y'")
  await moveWritten(database, file)
  expect(statSync(`${file}-wal`).size).toBeLessThan(logBytes * 2)
})

test('a move leaves the folder locked', async () => {
  const { folder, file, database } = openWithRows(10)
  await moveWritten(database, file)
  expect(() => openState(folder)).toThrow(StateError)
})

test('a database that was closed meanwhile is left alone', async () => {
  const { file, database } = openWithRows(10)
  const moving = moveWritten(database, file)
  database.close()
  // SQLite takes its log away as it closes: it may be gone before it is opened here.
  await moving.catch((error: unknown) => expect(error).toMatchObject({ code: 'ENOENT' }))
  const again = new DatabaseSync(file)
  expect(again.prepare('select count(*) as rows from facts').get()).toEqual({ rows: 10 })
  again.close()
})
