import type { ErrorCode } from '@sightline/shared/errors'
import { AppError } from '@sightline/shared/errors'

/** What better-auth refuses, in our words. */
const SENTENCES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'The e-mail address or the password is not right.',
  INVALID_EMAIL: 'The field "email" must be an e-mail address such as you@example.com.',
  INVALID_PASSWORD: 'The present password is not right.',
  CREDENTIAL_ACCOUNT_NOT_FOUND:
    'This account has no password: it is signed in to in another way, or by a link to set one.',
  INVALID_TOKEN: 'This link does not work: it was used, or it has expired. Ask for a new one.',
  UNAUTHORIZED: 'Sign in first: there is no session, or it has ended.',
}

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
  const code = CODES[Number(error.statusCode)]
  if (code === undefined) return null
  const { body } = error as { body?: { code?: unknown; message?: unknown } }
  return new AppError(code, sentenceOf(body?.code, body?.message))
}

function sentenceOf(code: unknown, message: unknown): string {
  const known = typeof code === 'string' ? SENTENCES[code] : undefined
  if (known !== undefined) return known
  const text = typeof message === 'string' && message !== '' ? message : 'This was refused'
  return text.endsWith('.') ? text : `${text}.`
}
