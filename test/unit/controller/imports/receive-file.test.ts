import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDiskRoom } from '../../../../controller/src/imports/disk-room.ts'
import { receiveFile } from '../../../../controller/src/imports/receive-file.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const MIB = 1024 * 1024

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

async function* pieces(head: string, mebibytes: number): AsyncGenerator<Uint8Array> {
  if (head !== '') yield Buffer.from(head)
  for (let index = 0; index < mebibytes; index += 1) yield Buffer.alloc(MIB, 'x')
}

describe('a file that is received', () => {
  it('is read by this program alone, and leaves nothing behind', async () => {
    const { path, remove } = await receiveFile(pieces('hello', 1), createDiskRoom())
    expect(readFileSync(path, 'latin1').slice(0, 6)).toBe('hellox')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(folder + '/' + readdirSync(folder)[0]).mode & 0o777).toBe(0o700)
    await remove()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each<[string, string, number, string]>([
    ['nothing', '', 0, 'The body is empty'],
    ['too large a text', 'url', 64, 'at most 64 MiB'],
    ['too large a database', 'SQLite format 3\0', 256, 'at most 256 MiB'],
  ])('may not be %s, of which nothing is left', async (_, head, mebibytes, words) => {
    await expect(receiveFile(pieces(head, mebibytes), createDiskRoom())).rejects.toThrow(words)
    expect(readdirSync(folder)).toEqual([])
  })

  it('of a database may be larger than a text', async () => {
    const { path, remove } = await receiveFile(pieces('SQLite format 3\0', 70), createDiskRoom())
    expect(statSync(path).size).toBe(70 * MIB + 16)
    await remove()
  })

  it('that breaks off on its way leaves nothing behind', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a')
      throw new Error('the connection is gone')
    }
    await expect(receiveFile(broken(), createDiskRoom())).rejects.toThrow('connection')
    expect(readdirSync(folder)).toEqual([])
  })

  it('has no room beside others that take all there is, unless it is small', async () => {
    const room = createDiskRoom(3 * MIB, MIB)
    const first = await receiveFile(pieces('', 4), room)
    const small = await receiveFile(pieces('', 1), room)
    await expect(receiveFile(pieces('', 2), room)).rejects.toThrow('no room')
    expect(readdirSync(folder)).toHaveLength(2)
    await first.remove()
    const large = await receiveFile(pieces('', 4), room)
    await Promise.all([small.remove(), large.remove()])
    expect(readdirSync(folder)).toEqual([])
  })
})

it('is refused whole where the disk has no room for all of it', async ({ skip }) => {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  skip(mounted.status !== 0, 'only root can make a small disk')
  onTestFinished(() => void spawnSync('umount', [folder]))
  const piece = Buffer.alloc(40_000, 'x')
  async function* twoPieces(): AsyncGenerator<Uint8Array> {
    yield piece
    yield piece
  }
  await expect(receiveFile(twoPieces(), createDiskRoom())).rejects.toThrow(
    'The disk for files that are imported is full',
  )
  expect(readdirSync(folder)).toEqual([])
})
