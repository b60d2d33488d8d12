import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  createAuthority,
  readAuthority,
  renewAuthority,
  retireAuthorities,
  trustedFile,
} from '../../../../controller/src/certificates/authority.ts'
import { certificatesOf } from '../../../../controller/src/certificates/pem.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const NOW = new Date('2026-11-28T12:00:00Z')

const serialsIn = (folder: string): string[] =>
  certificatesOf(readFileSync(trustedFile(folder), 'utf8')).map(({ serialNumber }) =>
    serialNumber.toLowerCase(),
  )

describe('authorities that are retired', () => {
  it('are those before the present one', async () => {
    const folder = temporaryFolder()
    const first = await createAuthority(folder, NOW)
    const second = await renewAuthority(folder, NOW)
    expect(serialsIn(folder)).toEqual(
      [second.serial, first.serial].map((serial) => serial.toLowerCase()),
    )
    expect(retireAuthorities(folder)).toBe(1)
    expect(readAuthority(folder).serial).toBe(second.serial)
    expect(serialsIn(folder)).toEqual([second.serial.toLowerCase()])
    expect(retireAuthorities(folder)).toBe(0)
  })

  it('are never the one that signs, when another was made without its key', async () => {
    const folder = temporaryFolder()
    const { serial } = await createAuthority(folder, NOW)
    const [key, kept] = ['authority-key.pem', 'kept.pem'].map((name) => join(folder, name)) as [
      string,
      string,
    ]
    copyFileSync(key, kept)
    await renewAuthority(folder, NOW)
    // Ended after the first of its two files.
    copyFileSync(kept, key)
    expect(readAuthority(folder).serial).toBe(serial)
    expect(retireAuthorities(folder)).toBe(1)
    expect(readAuthority(folder).serial).toBe(serial)
  })
})
