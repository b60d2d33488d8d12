import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and a certificate for it, as a server takes them. */
export interface OwnCertificate {
  /** PEM. */
  readonly key: string
  readonly cert: string
}

/** A value with its tag and length; of less than 64 KiB. Source: X.690, section 8.1 */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const value = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = value
  const more = length < 128 ? [] : length < 256 ? [0x81] : [0x82, length >> 8]
  return Buffer.concat([Buffer.from([tag, ...more, length & 0xff]), value])
}

const [SEQUENCE, INTEGER, BITS, OBJECT, TEXT, TIME, LONG_TIME, SET, VERSION] = [
  0x30, 0x02, 0x03, 0x06, 0x0c, 0x17, 0x18, 0x31, 0xa0,
]
const ECDSA_WITH_SHA256 = der(SEQUENCE, der(OBJECT, Buffer.from('2a8648ce3d040302', 'hex')))
const COMMON_NAME = der(OBJECT, Buffer.from('550403', 'hex'))
const ALWAYS = der(SEQUENCE, der(TIME, '200101000000Z'), der(LONG_TIME, '99991231235959Z'))

/** Makes a certificate that nobody trusts, signed by its own new key: node makes keys, and no certificates.
 *  Source: RFC 5280, section 4.1 */
export function makeOwnCertificate(name: string): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const named = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(TEXT, name))))
  const told = der(
    SEQUENCE,
    // The third version, and the first certificate of this key.
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    named,
    ALWAYS,
    named,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(BITS, Buffer.from([0]), sign('sha256', told, privateKey))
  const base64 = der(SEQUENCE, told, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  }
}
