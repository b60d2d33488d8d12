import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Snmp } from './snmp-user.ts'

/** Three times the same key make triple DES plain DES, which OpenSSL 3 only has as a legacy. */
const CIPHER = 'des-ede3-cbc'
const KEY_BYTES = 8
const BLOCK_BYTES = 8

type Signing = Parameters<Snmp['Authentication']['passwordToKey']>[0]

interface Engine {
  readonly engineID: Buffer
}

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)))
}

/** Gives the library a DES that works with Node's OpenSSL; its own asks for a cipher that is not there.
 *  May be called again. Source: RFC 3414, section 8.1.1 */
export function installDes({ Authentication, Encryption, PrivProtocols }: Snmp): void {
  function keyAndIv(...from: Parameters<typeof Authentication.passwordToKey>): [Buffer, Buffer] {
    const localized = Authentication.passwordToKey(...from)
    const key = localized.subarray(0, KEY_BYTES)
    return [Buffer.concat([key, key, key]), localized.subarray(KEY_BYTES, KEY_BYTES + BLOCK_BYTES)]
  }

  function encryptPdu(
    scopedPdu: Buffer,
    _des: unknown,
    password: string,
    signing: Signing,
    { engineID }: Engine,
  ): { encryptedPdu: Buffer; msgPrivacyParameters: Buffer } {
    const [key, preIv] = keyAndIv(signing, password, engineID)
    const salt = randomBytes(BLOCK_BYTES)
    const padded = Buffer.alloc(Math.ceil(scopedPdu.length / BLOCK_BYTES) * BLOCK_BYTES)
    scopedPdu.copy(padded)
    const cipher = createCipheriv(CIPHER, key, xor(preIv, salt)).setAutoPadding(false)
    const encryptedPdu = Buffer.concat([cipher.update(padded), cipher.final()])
    return { encryptedPdu, msgPrivacyParameters: salt }
  }

  function decryptPdu(
    encrypted: Buffer,
    _des: unknown,
    salt: Buffer,
    password: string,
    signing: Signing,
    { engineID }: Engine,
  ): Buffer {
    const [key, preIv] = keyAndIv(signing, password, engineID)
    const decipher = createDecipheriv(CIPHER, key, xor(preIv, salt)).setAutoPadding(false)
    return Buffer.concat([decipher.update(encrypted), decipher.final()])
  }

  Object.assign(Encryption.algorithms[PrivProtocols.des], { encryptPdu, decryptPdu })
}
