import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { plainSerial } from '@sightline/shared/certificate-serial'
import { AppError } from '@sightline/shared/errors'
import { writePrivateFile } from '../process/private-file.ts'
import { readOrNull } from '../process/read-or-null.ts'
import { certificatesOf, commonNameOf } from './pem.ts'
import { signCertificate } from './sign-certificate.ts'

const DAY_MS = 86_400_000

/** Clocks of two machines differ: a certificate is good from a bit before it was made. */
export const EARLIER_MS = 3_600_000

/** An authority lasts as long as the machines it vouches for: its change is work on each of them. */
const AUTHORITY_DAYS = 3_650

/** Who vouches for controllers and agents. */
export interface Authority {
  readonly name: string
  readonly serial: string
  readonly publicKey: KeyObject
  readonly key: KeyObject
  readonly notAfter: Date
  /** PEM text of all that are trusted: this one first, then earlier ones until they are retired. */
  readonly trusted: string
}

/** Where the authority and what it made is kept. */
export const certificatesFolder = (dataFolder: string): string => join(dataFolder, 'certificates')

/** What controllers and agents trust. */
export const trustedFile = (folder: string): string => join(folder, 'authority.pem')

const keyFile = (folder: string): string => join(folder, 'authority-key.pem')

export const hasAuthority = (folder: string): boolean => existsSync(keyFile(folder))

/** Makes the first one of an installation.
 *  @throws AppError conflict when there is one */
export async function createAuthority(folder: string, now: Date): Promise<Authority> {
  if (hasAuthority(folder)) {
    throw new AppError(
      'conflict',
      `There is an authority in ${folder}: "certificates authority renew" makes another beside it.`,
    )
  }
  return makeAuthority(folder, now, '')
}

/** Makes another one, which signs from now on. The ones before it are still trusted.
 *  @throws AppError when there is none */
export async function renewAuthority(folder: string, now: Date): Promise<Authority> {
  return makeAuthority(folder, now, readAuthority(folder).trusted)
}

/** Has all but the present one trusted no more: earlier ones, and one whose making was broken off before it had its key.
 *  @returns how many there were */
export function retireAuthorities(folder: string): number {
  const { trusted, key } = readAuthority(folder)
  const [current, ...others] = certificatesOf(trusted).toSorted(
    (a, b) => Number(b.checkPrivateKey(key)) - Number(a.checkPrivateKey(key)),
  )
  if (current !== undefined) writePrivateFile(trustedFile(folder), current.toString())
  return others.length
}

/** @throws AppError when there is none, or its files are not what they were */
export function readAuthority(folder: string): Authority {
  const trusted = readOrNull(trustedFile(folder))
  const key = readOrNull(keyFile(folder))
  if (trusted === null || key === null) {
    throw new AppError(
      'notFound',
      `There is no authority in ${folder}: run "certificates authority create" there, or name its folder by SIGHTLINE_DATA_DIR.`,
    )
  }
  return authorityOf(trusted, createPrivateKey(key))
}

async function makeAuthority(folder: string, now: Date, earlier: string): Promise<Authority> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // Of two with one name, TLS would try either.
  const name = `Sightline authority ${randomBytes(4).toString('hex')} of ${now.toISOString().slice(0, 10)}`
  const certificate = await signCertificate({
    use: 'authority',
    name,
    hosts: [],
    publicKey,
    notBefore: new Date(now.getTime() - EARLIER_MS),
    notAfter: new Date(now.getTime() + AUTHORITY_DAYS * DAY_MS),
    issuer: { name, publicKey, key: privateKey },
  })
  const trusted = `${certificate}${earlier}`
  // Trusted before it signs: the first file alone changes nothing.
  writePrivateFile(trustedFile(folder), trusted)
  writePrivateFile(keyFile(folder), String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  return authorityOf(trusted, privateKey)
}

function authorityOf(trusted: string, key: KeyObject): Authority {
  const certificate = certificatesOf(trusted).find((each) => each.checkPrivateKey(key))
  const name = certificate === undefined ? null : commonNameOf(certificate)
  if (certificate === undefined || name === null) {
    throw new AppError('conflict', 'authority.pem and authority-key.pem do not go together.')
  }
  return {
    name,
    serial: plainSerial(certificate.serialNumber),
    publicKey: createPublicKey(key),
    key,
    notAfter: new Date(certificate.validTo),
    trusted,
  }
}
