import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { PemFiles } from '../../../../agent/src/connection/pem-files.ts'
import { watchPems } from '../../../../agent/src/connection/pem-files.ts'
import type { ServerCertificate } from '../../../helpers/certificates.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { eventually } from '../../../helpers/eventually.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const log = createLogger('test', 'silent')
const NONE: PemFiles = { caFile: undefined, certificateFile: undefined, keyFile: undefined }

let folder: string
let files: PemFiles & { certificateFile: string; keyFile: string }

function put({ cert, key }: ServerCertificate): void {
  for (const [file, text] of [
    [files.keyFile, key],
    [files.certificateFile, cert],
  ] as const) {
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
}

beforeEach(async () => {
  folder = temporaryFolder()
  files = {
    ...NONE,
    certificateFile: path.join(folder, 'certificate.pem'),
    keyFile: path.join(folder, 'key.pem'),
  }
  put(await makeCertificate())
})

describe('the files of the connection', () => {
  it('are none where none is named', () => {
    expect(watchPems(NONE, () => {}, log).current()).toEqual({
      ca: null,
      certificate: null,
      key: null,
    })
  })

  it('are read anew, and a renewed certificate is told of once', async () => {
    let renewals = 0
    const pems = watchPems(files, () => (renewals += 1), log, 10)
    onTestFinished(pems.stop)
    const next = await makeCertificate()
    put(next)
    expect(pems.current().certificate?.toString()).toBe(next.cert)
    put(await makeCertificate())
    await eventually(() => renewals > 0)
    expect(renewals).toBe(1)
  })

  it('stay what they were while they do not go together', async () => {
    const pems = watchPems(files, () => {}, log)
    onTestFinished(pems.stop)
    const before = pems.current()
    writeFileSync(files.certificateFile, (await makeCertificate()).cert)
    expect(pems.current()).toEqual(before)
  })

  it.each([
    ['SIGHTLINE_CONTROLLER_CA', { ...NONE, caFile: '/nowhere/ca.pem' }],
    [
      'SIGHTLINE_AGENT_CERT',
      { ...NONE, certificateFile: '/nowhere/c.pem', keyFile: '/nowhere/k.pem' },
    ],
  ])('are named where they cannot be used: %s', (name, wrong) => {
    expect(() => watchPems(wrong, () => {}, log)).toThrow(name)
  })
})
