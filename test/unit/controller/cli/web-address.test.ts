import { describe, expect, it } from 'vitest'
import { webAddress } from '../../../../controller/src/cli/web-address.ts'
import { writeRuntimeState } from '../../../../controller/src/supervisor/runtime-file.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const SETTINGS = { SIGHTLINE_PUBLIC_URL: undefined, HOST: '127.0.0.1', PORT: 8080 }

describe('the address of the pages', () => {
  it('is the public URL, without a slash at its end', () => {
    const dataFolder = temporaryFolder()
    const settings = { ...SETTINGS, dataFolder, SIGHTLINE_PUBLIC_URL: 'https://up.example.com/' }
    expect(webAddress(settings)).toBe('https://up.example.com')
  })

  it('is else where the controller listens', () => {
    const dataFolder = temporaryFolder()
    writeRuntimeState(dataFolder, {
      supervisor: { pid: 1, identity: 'x' },
      children: [],
      databasePort: null,
      url: 'http://127.0.0.1:40123',
      grpc: null,
    })
    expect(webAddress({ ...SETTINGS, dataFolder })).toBe('http://127.0.0.1:40123')
  })

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:8080'],
    ['0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', 'http://[::1]:8080'],
    ['fd00::7', 'http://[fd00::7]:8080'],
    ['monitor.example.com', 'http://monitor.example.com:8080'],
  ])('is else made of HOST %s and PORT', (HOST, address) => {
    expect(webAddress({ ...SETTINGS, HOST, dataFolder: temporaryFolder() })).toBe(address)
  })
})
