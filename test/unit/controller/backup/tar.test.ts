import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  BLOCK_BYTES,
  paddedSize,
  padding,
  readTarHeader,
  tarHeader,
} from '../../../../controller/src/backup/archive/tar.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const AT = new Date('2026-11-23T12:00:00Z')

describe('headers of tar', () => {
  it.each([
    ['backup.json', 0],
    ['rows/0069/00012345.gz', 1_048_576],
    ['a'.repeat(100), 8 ** 11 - 1],
  ])('%s with %d bytes is read as it was written', (name, size) => {
    const header = tarHeader(name, size, AT)
    expect(header).toHaveLength(BLOCK_BYTES)
    expect(readTarHeader(header)).toEqual({ name, size })
  })

  it('are none when a byte is other than it was, nor is an empty block', () => {
    const header = tarHeader('backup.json', 7, AT)
    header.writeUInt8(header.readUInt8(3) + 1, 3)
    expect(readTarHeader(header)).toBeNull()
    expect(readTarHeader(Buffer.alloc(BLOCK_BYTES))).toBeNull()
  })

  it('make an archive that tar itself lists and takes apart', () => {
    const file = join(temporaryFolder(), 'a.tar')
    const parts = (
      [
        ['one.txt', 'first\n'],
        ['folder/two.txt', 'x'.repeat(600)],
      ] as const
    ).flatMap(([name, text]) => [
      tarHeader(name, text.length, AT),
      Buffer.from(text),
      padding(text.length),
    ])
    writeFileSync(file, Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)]))
    const tar = (...words: string[]): string => execFileSync('tar', words, { encoding: 'utf8' })
    expect(tar('-tf', file)).toBe('one.txt\nfolder/two.txt\n')
    expect(tar('-xOf', file, 'folder/two.txt')).toBe('x'.repeat(600))
  })

  it('are followed by whole blocks', () => {
    expect([0, 1, 512, 513].map(paddedSize)).toEqual([0, 512, 512, 1_024])
  })
})
