import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePrivateFile } from '../../../../controller/src/process/private-file.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

test('a file is there whole and its owner alone reads it, or nothing is left of it', () => {
  const folder = temporaryFolder()
  writePrivateFile(join(folder, 'file'), 'text')
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('text')
  expect(statSync(join(folder, 'file')).mode & 0o777).toBe(0o600)
  mkdirSync(join(folder, 'taken'))
  expect(() => writePrivateFile(join(folder, 'taken'), 'text')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(readdirSync(folder).sort()).toEqual(['file', 'taken'])
})
