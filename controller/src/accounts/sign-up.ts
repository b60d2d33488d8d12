import { z } from 'zod'
import type { Database } from '../db/pool.ts'
import { isUniqueViolation } from '../db/pool.ts'
import { updatePersonAccount } from '../db/people.ts'
import { findSignUpLink, useSignUpLink } from '../db/sign-up-links.ts'
import { hashPassword } from './passwords.ts'
import { hashSecret } from '../secrets/secret-tokens.ts'

/** What a sign-up link is good for now. */
export type SignUpLinkState = 'usable' | 'used' | 'expired' | 'unknown'

/** A sign-up link, and until when it works or worked. */
export type SignUpLink =
  | { readonly state: Exclude<SignUpLinkState, 'unknown'>; readonly expiresAt: Date }
  | { readonly state: 'unknown' }

/** Shortest password that is taken, in characters. */
export const MIN_PASSWORD_LENGTH = 10
/** Longer ones only cost time; a passphrase fits. */
export const MAX_PASSWORD_LENGTH = 500
const NO_CONTROL_CHARACTERS = /^[^\p{Cc}]*$/u

/** A password that somebody chooses. */
export const Password = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`)
  .max(MAX_PASSWORD_LENGTH, `The password can have at most ${MAX_PASSWORD_LENGTH} characters.`)
  .refine(
    (password) => !password.includes('\0'),
    'The password must not hold the character NUL (U+0000).',
  )

/** A name that somebody gives themselves. */
export const PersonName = z
  .string()
  .trim()
  .min(1, 'Enter your name.')
  .max(100, 'The name can have at most 100 characters.')
  .regex(NO_CONTROL_CHARACTERS, 'The name must not hold control characters.')

/** What a person fills in; each message is shown beside its field. */
export const SignUpForm = z.object({
  email: z
    .string()
    .trim()
    .max(254, 'The e-mail address is too long.')
    .regex(NO_CONTROL_CHARACTERS, 'The e-mail address must not hold control characters.')
    // No part of a name holds a point: to try each of them as the last took over an hour for a form's megabyte.
    .regex(
      /^[^\s@<>",;:\\[\]()\p{Cc}]+@[^\s@<>",;:\\[\]()\p{Cc}.]+(?:\.[^\s@<>",;:\\[\]()\p{Cc}.]+)+$/u,
      'Enter an e-mail address such as you@example.com.',
    )
    // What signing in takes for one.
    .pipe(z.email('Enter an e-mail address such as you@example.com.')),
  name: PersonName,
  password: Password,
})
export type SignUpInput = z.output<typeof SignUpForm>

export async function readSignUpLink(db: Database, token: string, now: Date): Promise<SignUpLink> {
  const link = await findSignUpLink(db, hashSecret(token))
  if (link === null) return { state: 'unknown' }
  const { usedAt, expiresAt } = link
  if (usedAt !== null) return { state: 'used', expiresAt }
  return { state: expiresAt.getTime() > now.getTime() ? 'usable' : 'expired', expiresAt }
}

/** Gives the link's person an account. The link works once: of two requests one makes it.
 *  @returns what stands in the way, or null when the account is made */
export async function signUp(
  db: Database,
  token: string,
  input: SignUpInput,
  now: Date,
): Promise<'linkGone' | 'emailTaken' | null> {
  // Hashing is dear, so it is not done for those who only guess at tokens.
  if ((await readSignUpLink(db, token, now)).state !== 'usable') return 'linkGone'
  const passwordHash = await hashPassword(input.password)
  try {
    return await db.transaction(async (tx) => {
      const personId = await useSignUpLink(tx, hashSecret(token), now)
      if (personId === null) return 'linkGone'
      const { email, name } = input
      // Made by whoever runs the installation.
      const isProven = true
      await updatePersonAccount(tx, personId, { email, name, passwordHash, isProven })
      return null
    })
  } catch (error: unknown) {
    if (isUniqueViolation(error, 'people_email')) return 'emailTaken'
    throw error
  }
}
