import { createHash } from 'node:crypto'
import { randomBase62 } from './random-id.ts'

/** A new API key. It is shown once; only its SHA-256 is kept. Source: decisions, section 3. */
export function newApiKey(): string {
  return `sl_live_${randomBase62(32)}`
}

/** A new one-time sign-up token. */
export function newSignUpToken(): string {
  return randomBase62(32)
}

/** SHA-256 of a key or token. They hold 190 random bits, so a fast hash without salt cannot be
 *  searched. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}
