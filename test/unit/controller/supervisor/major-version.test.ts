import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { prepareCluster } from '../../../../controller/src/supervisor/postgres/cluster.ts'
import { findPostgresBinaries } from '../../../../controller/src/supervisor/postgres/binaries.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

function folderOf(version: string): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'cluster'))
  writeFileSync(join(folder, 'cluster', 'PG_VERSION'), `${version}\n`)
  return folder
}

describe('files of another major version of PostgreSQL', () => {
  const { major } = findPostgresBinaries()

  it('are left alone with what to do, when they are older', async () => {
    const folder = folderOf(String(major - 1))
    await expect(prepareCluster(folder)).rejects.toThrow(
      new RegExp(`by PostgreSQL ${major - 1}, .* brings PostgreSQL ${major}.*backup --to.*restore`),
    )
    expect(readdirSync(folder)).toEqual(['cluster'])
  })

  it('are left alone with what to do, when they are newer', async () => {
    const folder = folderOf(String(major + 1))
    await expect(prepareCluster(folder)).rejects.toThrow(`newer than the PostgreSQL ${major}`)
  })
})
