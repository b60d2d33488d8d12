import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeOwnCertificate } from '../../../../../agent/src/browser/trial/own-certificate.ts'

test('is signed by its own key, which is another one each time', () => {
  // Signatures differ in length.
  const made = Array.from({ length: 20 }, () => makeOwnCertificate('127.0.0.1'))
  for (const { key, cert } of made) {
    const certificate = new X509Certificate(cert)
    expect(certificate.subject).toBe('CN=127.0.0.1')
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
    expect(certificate.validToDate.getUTCFullYear()).toBe(9999)
  }
  expect(new Set(made.map(({ key }) => key)).size).toBe(made.length)
})
