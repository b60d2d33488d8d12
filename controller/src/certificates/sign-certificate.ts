import type { KeyObject } from 'node:crypto'
import { createHash, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import {
  bits,
  boolean,
  explicit,
  implicit,
  integer,
  objectId,
  octets,
  sequence,
  setOf,
  time,
  utf8,
} from './der.ts'

/** What a certificate is good for. */
export type CertificateUse = 'authority' | 'controller' | 'agent'

/** What a certificate says. */
export interface CertificateFields {
  readonly use: CertificateUse
  /** Name of whom it is for. */
  readonly name: string
  /** Host names and addresses it is for besides. */
  readonly hosts: readonly string[]
  readonly publicKey: KeyObject
  readonly notBefore: Date
  readonly notAfter: Date
  /** Name and keys of who vouches: for an authority, its own. */
  readonly issuer: { readonly name: string; readonly publicKey: KeyObject; readonly key: KeyObject }
}

const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'))
const SERIAL_BYTES = 16

/** Digital signature, and signing of certificates and of lists of revoked ones: bits 0, 5 and 6. */
const KEY_USAGE = { leaf: bits(Buffer.from([0x80]), 7), authority: bits(Buffer.from([0x06]), 1) }

/** TLS servers and TLS clients: the certificate of an agent is no good for playing controller. */
const PURPOSES = { controller: '1.3.6.1.5.5.7.3.1', agent: '1.3.6.1.5.5.7.3.2' } as const

const CERTIFICATE_AUTHORITY = boolean(true)

/** Makes and signs a certificate, with keys of the curve P-256. Source: RFC 5280
 *  @returns it in PEM */
export function signCertificate(fields: CertificateFields): string {
  const { name, publicKey, notBefore, notAfter, issuer } = fields
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(newSerial()),
    ECDSA_WITH_SHA256,
    nameOf(issuer.name),
    sequence(time(notBefore), time(notAfter)),
    nameOf(name),
    spkiOf(publicKey),
    explicit(3, sequence(...extensionsOf(fields))),
  )
  const signature = bits(sign('sha256', content, issuer.key))
  return pem(sequence(content, ECDSA_WITH_SHA256, signature))
}

/** So many random bits that nobody meets one twice, with the first bit clear and the second set: a positive number
 *  that is written with the same digits everywhere. */
function newSerial(): Buffer {
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial
}

function nameOf(commonName: string): Buffer {
  return sequence(setOf(sequence(objectId('2.5.4.3'), utf8(commonName))))
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

/** Tells keys apart: SHA-1 is no matter of safety here (RFC 5280, 4.2.1.2). */
function keyIdOf(key: KeyObject): Buffer {
  return createHash('sha1').update(spkiOf(key)).digest()
}

function extensionsOf({ use, hosts, publicKey, issuer }: CertificateFields): Buffer[] {
  const isAuthority = use === 'authority'
  const keyUsage = isAuthority ? KEY_USAGE.authority : KEY_USAGE.leaf
  return [
    extension('2.5.29.19', sequence(...(isAuthority ? [CERTIFICATE_AUTHORITY] : [])), true),
    extension('2.5.29.15', keyUsage, true),
    extension('2.5.29.14', octets(keyIdOf(publicKey))),
    extension('2.5.29.35', sequence(implicit(0, keyIdOf(issuer.publicKey)))),
    ...(isAuthority ? [] : [extension('2.5.29.37', sequence(objectId(PURPOSES[use])))]),
    ...(hosts.length === 0 ? [] : [extension('2.5.29.17', sequence(...hosts.map(hostOf)))]),
  ]
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octets(value))
}

/** A host name (2) or an address (7). */
function hostOf(host: string): Buffer {
  const address = addressBytes(host)
  return address === null ? implicit(2, Buffer.from(host)) : implicit(7, address)
}

function addressBytes(host: string): Buffer | null {
  const family = isIP(host)
  if (family === 0) return null
  if (family === 4) return Buffer.from(host.split('.').map(Number))
  // The URL parser writes out what a dotted end means; then only "::" is left to fill.
  const [head = '', tail] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '')
  const before = groups(head)
  const after = groups(tail ?? '')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const all = [...before, ...zeros, ...after]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
