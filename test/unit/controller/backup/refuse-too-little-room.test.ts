import { describe, expect, it } from 'vitest'
import {
  archiveBytes,
  restoredBytes,
  sizeWords,
} from '../../../../controller/src/backup/refuse-too-little-room.ts'

const table = (textBytes: number, hasBytes: boolean) => ({
  name: 'a',
  columns: ['a'],
  generated: [],
  rows: 1,
  checksum: '0',
  textBytes,
  hasBytes,
})

describe('the room a backup needs', () => {
  it('is less than its rows as text, more where they hold images', () => {
    const texts = archiveBytes({ tables: [table(1e9, false)] })
    const images = archiveBytes({ tables: [table(1e9, true)] })
    expect(texts).toBeLessThan(0.3e9)
    expect(images).toBeGreaterThan(2 * texts)
    expect(images).toBeLessThan(0.7e9)
  })

  it('is more where it is restored, with a log that does not grow on', () => {
    const small = restoredBytes({ tables: [table(1e6, false)] })
    expect(small).toBeLessThan(0.11e9)
    const large = restoredBytes({ tables: [table(1e9, false), table(9e9, false)] })
    expect(large).toBeGreaterThan(12e9)
    expect(large).toBeLessThan(14e9)
  })

  it('is told in words', () => {
    expect([0, 999, 1_000, 47_600_000, 12e9].map(sizeWords)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '48 MB',
      '12 GB',
    ])
  })
})
