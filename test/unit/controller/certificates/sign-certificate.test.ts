import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { describe, expect, it } from 'vitest'
import type { CertificateUse } from '../../../../controller/src/certificates/sign-certificate.ts'
import { signCertificate } from '../../../../controller/src/certificates/sign-certificate.ts'

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const authorityKeys = newKeys()
const issuer = {
  name: 'An authority, with a comma',
  publicKey: authorityKeys.publicKey,
  key: authorityKeys.privateKey,
}
const VALIDITY = { notBefore: new Date('2026-01-02T03:04:05Z'), notAfter: new Date('2051-01-01') }

const authority = new X509Certificate(
  await signCertificate({
    use: 'authority',
    name: issuer.name,
    hosts: [],
    publicKey: issuer.publicKey,
    issuer,
    ...VALIDITY,
  }),
)

async function leaf(use: CertificateUse, hosts: readonly string[]) {
  const { publicKey, privateKey } = newKeys()
  const text = await signCertificate({
    use,
    name: 'probe-1',
    hosts,
    publicKey,
    issuer,
    ...VALIDITY,
  })
  return { text, privateKey, certificate: new X509Certificate(text) }
}

describe('a signed certificate', () => {
  it('is vouched for by its authority, and by nobody else', async () => {
    const { certificate } = await leaf('agent', [])
    expect(authority.ca).toBe(true)
    expect(authority.verify(issuer.publicKey)).toBe(true)
    expect(certificate.ca).toBe(false)
    expect(certificate.checkIssued(authority)).toBe(true)
    expect(certificate.verify(issuer.publicKey)).toBe(true)
    expect(certificate.verify(newKeys().publicKey)).toBe(false)
  })

  it('says whom it is for, and from when to when', async () => {
    const { certificate } = await leaf('agent', [])
    expect(certificate.subject).toBe('CN=probe-1')
    expect(certificate.validFrom).toBe('Jan  2 03:04:05 2026 GMT')
    expect(certificate.validTo).toBe('Jan  1 00:00:00 2051 GMT')
    expect(certificate.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/)
    expect((await leaf('agent', [])).certificate.serialNumber).not.toBe(certificate.serialNumber)
  })

  it('is for hosts and addresses', async () => {
    const addresses = ['192.0.2.7', '2001:db8::7', '::1', '::ffff:192.0.2.8', '1:2:3:4:5:6:7:8']
    const { certificate } = await leaf('controller', ['monitor.example.com', ...addresses])
    expect(certificate.checkHost('monitor.example.com')).toBe('monitor.example.com')
    expect(certificate.checkHost('example.com')).toBeUndefined()
    for (const address of addresses) expect(certificate.checkIP(address)).toBe(address)
  })

  it('is good for one side of TLS', async () => {
    expect((await leaf('controller', [])).certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect((await leaf('agent', [])).certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  })

  it('goes with its key', async () => {
    const { text, privateKey } = await leaf('agent', [])
    const pemOf = (key: typeof privateKey) => key.export({ type: 'pkcs8', format: 'pem' })
    expect(() => createSecureContext({ cert: text, key: pemOf(privateKey) })).not.toThrow()
    expect(() => createSecureContext({ cert: text, key: pemOf(issuer.key) })).toThrow(
      'key values mismatch',
    )
  })
})
