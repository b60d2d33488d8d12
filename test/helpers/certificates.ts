// The certificate library's injector asks for it.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { randomUUID, webcrypto } from 'node:crypto'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000

/** PEM texts for a server. */
export interface ServerCertificate {
  readonly key: string
  readonly cert: string
}

async function pemOfKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`
}

/** A certificate signed by an authority that nobody trusts, or by itself.
 *  @param options.fromDays, toDays validity relative to now */
export async function makeCertificate(
  options: {
    names?: readonly string[]
    fromDays?: number
    toDays?: number
    /** self: signed by itself; leaf: its authority is not sent along; chain: it is. */
    issuer?: 'self' | 'leaf' | 'chain'
  } = {},
): Promise<ServerCertificate> {
  const { names = ['localhost'], fromDays = -1, toDays = 30, issuer = 'self' } = options
  x509.cryptoProvider.set(webcrypto as never)
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const notBefore = new Date(Date.now() + fromDays * DAY_MS)
  const notAfter = new Date(Date.now() + toDays * DAY_MS)
  const subject = `CN=${names[0]}`
  const extensions = [
    new x509.SubjectAlternativeNameExtension(
      names.map((value) => ({ type: 'dns' as const, value })),
    ),
  ]
  const key = await pemOfKey(keys.privateKey)
  if (issuer === 'self') {
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      name: subject,
      notBefore,
      notAfter,
      keys: keys as never,
      signingAlgorithm: ALGORITHM,
      extensions,
    })
    return { key, cert: certificate.toString('pem') }
  }
  const authorityKeys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test Authority',
    notBefore,
    notAfter,
    keys: authorityKeys as never,
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.BasicConstraintsExtension(true)],
  })
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: authority.subject,
    notBefore,
    notAfter,
    publicKey: keys.publicKey as never,
    signingKey: authorityKeys.privateKey as never,
    signingAlgorithm: ALGORITHM,
    extensions,
  })
  const chain = issuer === 'chain' ? [certificate, authority] : [certificate]
  return { key, cert: chain.map((each) => each.toString('pem')).join('\n') }
}

/** An authority with an intermediate one, as public authorities are made. */
export interface Authority {
  /** PEM text of the root: what a client trusts. */
  readonly root: string
  /** A server's certificate of the intermediate authority, without and with that one's own.
   *  @param options.fromDays, toDays validity relative to now
   *  @param options.weakness a key of 1,024 bits, or a signature over SHA-1 */
  readonly issue: (options?: {
    names?: readonly string[]
    fromDays?: number
    toDays?: number
    weakness?: 'shortKey' | 'sha1'
  }) => Promise<{ leaf: ServerCertificate; chain: ServerCertificate }>
}

const validity = (fromDays: number, toDays: number): { notBefore: Date; notAfter: Date } => ({
  notBefore: new Date(Date.now() + fromDays * DAY_MS),
  notAfter: new Date(Date.now() + toDays * DAY_MS),
})

/** Name constraints (RFC 5280, section 4.2.1.10): a sequence with [0] of one domain. */
function onlyWithin(domain: string): x509.Extension {
  const name = Buffer.from(domain, 'latin1')
  const wrapped = (tag: number, bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from([tag, bytes.length]), bytes])
  const permitted = wrapped(0xa0, wrapped(0x30, wrapped(0x82, name)))
  return new x509.Extension('2.5.29.30', true, wrapped(0x30, permitted))
}

/** One that nobody accepts any more. */
const SHORT_KEY = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 1024,
  publicExponent: new Uint8Array([1, 0, 1]),
}

/** @param options.intermediateToDays end of the intermediate authority's validity relative to now
 *  @param options.onlyWithin the one domain that the intermediate authority may vouch for */
export async function makeAuthority(
  options: { intermediateToDays?: number; onlyWithin?: string } = {},
): Promise<Authority> {
  x509.cryptoProvider.set(webcrypto as never)
  const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const rootKeys = await newKeys()
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    // Of two roots with one name OpenSSL would try either.
    name: `CN=Test Root ${randomUUID()}`,
    ...validity(-60, 300),
    keys: rootKeys as never,
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.BasicConstraintsExtension(true)],
  })
  const middleKeys = await newKeys()
  const middle = await x509.X509CertificateGenerator.create({
    subject: 'CN=Test Intermediate',
    issuer: root.subject,
    ...validity(-60, options.intermediateToDays ?? 200),
    publicKey: middleKeys.publicKey as never,
    signingKey: rootKeys.privateKey as never,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true),
      ...(options.onlyWithin === undefined ? [] : [onlyWithin(options.onlyWithin)]),
    ],
  })
  return {
    root: root.toString('pem'),
    async issue({ names = ['localhost'], fromDays = -1, toDays = 30, weakness } = {}) {
      const keys =
        weakness === 'shortKey'
          ? await webcrypto.subtle.generateKey(SHORT_KEY, true, ['sign', 'verify'])
          : await newKeys()
      const certificate = await x509.X509CertificateGenerator.create({
        subject: `CN=${names[0]}`,
        issuer: middle.subject,
        ...validity(fromDays, toDays),
        publicKey: keys.publicKey as never,
        signingKey: middleKeys.privateKey as never,
        signingAlgorithm: weakness === 'sha1' ? { ...ALGORITHM, hash: 'SHA-1' } : ALGORITHM,
        extensions: [
          new x509.SubjectAlternativeNameExtension(
            names.map((value) => ({ type: 'dns' as const, value })),
          ),
        ],
      })
      const key = await pemOfKey(keys.privateKey)
      const leaf = certificate.toString('pem')
      return {
        leaf: { key, cert: leaf },
        chain: { key, cert: `${leaf}\n${middle.toString('pem')}` },
      }
    },
  }
}

/** A server's certificate of a trusted root, sent along with that root as an older one signed it.
 *  @param options.crossToDays end of that older signature relative to now
 *  @returns the root by itself, as clients trust it */
export async function makeCrossSigned(options: {
  crossToDays: number
}): Promise<{ root: string; chain: ServerCertificate }> {
  x509.cryptoProvider.set(webcrypto as never)
  const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const [olderKeys, rootKeys, keys] = [await newKeys(), await newKeys(), await newKeys()]
  const name = `CN=Test Crossed Root ${randomUUID()}`
  const isAuthority = [new x509.BasicConstraintsExtension(true)]
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name,
    ...validity(-60, 300),
    keys: rootKeys as never,
    signingAlgorithm: ALGORITHM,
    extensions: isAuthority,
  })
  const crossed = await x509.X509CertificateGenerator.create({
    subject: name,
    issuer: 'CN=Test Older Root',
    ...validity(-60, options.crossToDays),
    publicKey: rootKeys.publicKey as never,
    signingKey: olderKeys.privateKey as never,
    signingAlgorithm: ALGORITHM,
    extensions: isAuthority,
  })
  const leaf = await x509.X509CertificateGenerator.create({
    subject: 'CN=localhost',
    issuer: name,
    ...validity(-1, 30),
    publicKey: keys.publicKey as never,
    signingKey: rootKeys.privateKey as never,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.SubjectAlternativeNameExtension([{ type: 'dns' as const, value: 'localhost' }]),
    ],
  })
  const chain = [leaf, crossed].map((each) => each.toString('pem')).join('\n')
  return {
    root: root.toString('pem'),
    chain: { key: await pemOfKey(keys.privateKey), cert: chain },
  }
}
