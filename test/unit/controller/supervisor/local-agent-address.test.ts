import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeAuthority, makeCertificate } from '../../../helpers/certificates.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'
import { localAgentAddress } from '../../../../controller/src/supervisor/agents/local-agent-address.ts'

test.each([
  ['127.0.0.1:50051', '127.0.0.1:50051'],
  ['0.0.0.0:50051', '127.0.0.1:50051'],
  ['[::]:4000', '127.0.0.1:4000'],
  ['[::1]:4000', '[::1]:4000'],
])('a controller that listens on %s is reached at %s', (listens, reached) => {
  expect(localAgentAddress(listens, null)).toEqual({ controller: reached, environment: {} })
})

test('agents of this machine trust who signed the certificate, where the system would not', async () => {
  const folder = temporaryFolder()
  const kept = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const authority = await makeAuthority()
  const { chain } = await authority.issue()
  // What follows the first certificate is the one that signed it.
  const [, signer = ''] = chain.cert.split(/(?<=-----END CERTIFICATE-----\n)/)
  const clientCaFile = kept('ca.pem', `${authority.root}\n${signer}`)
  const certificateFile = kept('signed.pem', chain.cert)
  const foreign = kept('foreign.pem', (await makeCertificate({ issuer: 'leaf' })).cert)
  const self = kept('self.pem', (await makeCertificate()).cert)
  const trusted = (files: { certificateFile: string; clientCaFile: string | null }) =>
    localAgentAddress('0.0.0.0:1', files).environment['SIGHTLINE_CONTROLLER_CA']
  expect(trusted({ certificateFile, clientCaFile })).toBe(clientCaFile)
  expect(trusted({ certificateFile, clientCaFile: null })).toBeUndefined()
  expect(trusted({ certificateFile: foreign, clientCaFile })).toBeUndefined()
  expect(trusted({ certificateFile: self, clientCaFile })).toBe(self)
})
