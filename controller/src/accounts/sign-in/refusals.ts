import type { ErrorCode } from '@sightline/shared/errors'
import { AppError } from '@sightline/shared/errors'

/** What better-auth refuses, in our words. */
const SENTENCES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'The e-mail address or the password is not right.',
  INVALID_EMAIL: 'The field "email" must be an e-mail address such as you@example.com.',
  INVALID_PASSWORD: 'The password is not right.',
  CREDENTIAL_ACCOUNT_NOT_FOUND:
    'This account has no password: it is signed in to in another way, or by a link to set one.',
  INVALID_TOKEN: 'This link does not work: it was used, or it has expired. Ask for a new one.',
  INVALID_CODE: 'The code is not right, or it is over: take the next one that is shown.',
  CODE_USED: 'This code was used already: take the next one that is shown.',
  INVALID_BACKUP_CODE: 'This is no backup code of yours that is unused.',
  INVALID_TWO_FACTOR_COOKIE: 'Too much time has passed: sign in with your password again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE:
    'There were too many wrong codes: sign in with your password again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'There were too many wrong codes. Try again in 15 minutes.',
  TOTP_ALREADY_ENABLED: 'You have a second factor already: remove it to set up another.',
  TOTP_NOT_ENABLED: 'You have no second factor: set one up first.',
  TWO_FACTOR_NOT_ENABLED: 'You have no second factor: set one up first.',
  BACKUP_CODES_NOT_ENABLED: 'You have no second factor: set one up first.',
  SESSION_NOT_FRESH: 'For this you must have signed in today: sign out, and in again.',
  CHALLENGE_NOT_FOUND: 'Too much time has passed: begin again.',
  PASSKEY_NOT_FOUND: 'This passkey is not known here: sign in in another way.',
  AUTHENTICATION_FAILED: 'The passkey was not accepted: try again, or sign in in another way.',
  FAILED_TO_VERIFY_REGISTRATION: 'The passkey was not accepted: try again.',
  PREVIOUSLY_REGISTERED: 'This device has a passkey of yours already.',
  PROVIDER_NOT_FOUND: 'The identity provider cannot be reached: try again shortly.',
  UNAUTHORIZED: 'Sign in first: there is no session, or it has ended.',
}

/** A passkey that cannot be read; the library takes that for a failure of its own. */
const NOT_READABLE = 'FAILED_TO_VERIFY_REGISTRATION'

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  422: 'badRequest',
  429: 'tooManyRequests',
}

/** @param error what the library threw, or a status and a body that it answered
 *  @returns null for what is no refusal: a failure of the database, or a bug */
export function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null
  const { body } = error as { body?: { code?: unknown; message?: unknown } }
  const code = body?.code === NOT_READABLE ? 'badRequest' : CODES[Number(error.statusCode)]
  if (code === undefined) return null
  return new AppError(code, sentenceOf(body?.code, body?.message))
}

function sentenceOf(code: unknown, message: unknown): string {
  const known = typeof code === 'string' ? SENTENCES[code] : undefined
  if (known !== undefined) return known
  const text = typeof message === 'string' && message !== '' ? message : 'This was refused'
  return text.endsWith('.') ? text : `${text}.`
}
