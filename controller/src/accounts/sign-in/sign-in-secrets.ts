import { hkdfSync } from 'node:crypto'
import type { SecretKey, SecretKeys } from '../../secrets/secret-keys.ts'

/** A secret of signing in, which follows from a key of the installation: who has only the database can neither
 *  sign a cookie nor read a second factor. */
export interface SignInSecret {
  /** Follows from the key; 32 bits. */
  readonly version: number
  /** 64 hexadecimal digits. */
  readonly value: string
}

const PURPOSE = 'sightline sign-in'
const BYTES = 32

/** The secrets of all keys of an installation at each moment, the one that signs first. */
export function createSignInSecrets(keys: SecretKeys): () => readonly SignInSecret[] {
  let ids = ''
  let secrets: readonly SignInSecret[] = []
  return () => {
    const writing = keys.writing()
    const all = [writing, ...keys.all().filter((key) => key.id !== writing.id)]
    const present = all.map((key) => key.id).join(' ')
    if (present !== ids) secrets = all.map(secretOf)
    ids = present
    return secrets
  }
}

function secretOf({ id, bytes }: SecretKey): SignInSecret {
  const derived = hkdfSync('sha256', bytes, Buffer.alloc(0), PURPOSE, BYTES)
  return { version: Number.parseInt(id, 16), value: Buffer.from(derived).toString('hex') }
}
