import type { KeyObject } from 'node:crypto'
import { randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'

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

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const SERIAL_BYTES = 16

/** TLS servers and TLS clients: the certificate of an agent is no good for playing controller. */
const PURPOSES = { controller: '1.3.6.1.5.5.7.3.1', agent: '1.3.6.1.5.5.7.3.2' } as const

/** Makes and signs a certificate, with keys of the curve P-256. Source: RFC 5280
 *  @returns it in PEM */
export async function signCertificate(fields: CertificateFields): Promise<string> {
  const { name, notBefore, notAfter, issuer } = fields
  const x509 = await loadX509()
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ CN: [name] }],
    issuer: [{ CN: [issuer.name] }],
    notBefore,
    notAfter,
    publicKey: verifying(fields.publicKey),
    signingKey: issuer.key.toCryptoKey(ALGORITHM, false, ['sign']),
    signingAlgorithm: ALGORITHM,
    extensions: await extensionsOf(fields, x509),
  })
  return `${certificate.toString('pem')}\n`
}

/** Few commands make certificates: nobody else loads what makes them. */
async function loadX509() {
  // The library's injector asks for it.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto as never)
  return x509
}

type X509 = Awaited<ReturnType<typeof loadX509>>

/** So many random bits that nobody meets one twice, with the first bit clear and the second set: a positive number
 *  that is written with the same digits everywhere. */
function newSerial(): string {
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial.toString('hex')
}

const verifying = (key: KeyObject) => key.toCryptoKey(ALGORITHM, true, ['verify'])

async function extensionsOf({ use, hosts, publicKey, issuer }: CertificateFields, x509: X509) {
  const { digitalSignature, keyCertSign } = x509.KeyUsageFlags
  const isAuthority = use === 'authority'
  const usage = isAuthority ? keyCertSign : digitalSignature
  const names = hosts.map(alternativeNameOf)
  return [
    new x509.BasicConstraintsExtension(isAuthority, undefined, true),
    new x509.KeyUsagesExtension(usage, true),
    await x509.SubjectKeyIdentifierExtension.create(verifying(publicKey)),
    await x509.AuthorityKeyIdentifierExtension.create(verifying(issuer.publicKey)),
    ...(isAuthority ? [] : [new x509.ExtendedKeyUsageExtension([PURPOSES[use]])]),
    ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
  ]
}

function alternativeNameOf(host: string) {
  const family = isIP(host)
  if (family === 0) return { type: 'dns', value: host } as const
  // The library does not know a dotted end; the URL parser writes out what it means.
  const value = family === 4 ? host : new URL(`http://[${host}]`).hostname.slice(1, -1)
  return { type: 'ip', value } as const
}
