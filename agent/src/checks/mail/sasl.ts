import { createHmac } from 'node:crypto'
import { escaped } from './imap-string.ts'
import type { Credentials } from './language.ts'

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

/** The one message of PLAIN, in base64. Source: RFC 4616 */
export function plainMessage({ username, password }: Credentials): string {
  return base64(`\0${username}\0${password}`)
}

/** The two messages of LOGIN, in base64. Source: draft-murchison-sasl-login */
export function loginMessages({ username, password }: Credentials): readonly [string, string] {
  return [base64(username), base64(password)]
}

/** The answer to a challenge of CRAM-MD5, both in base64, and its part from which a password can be
 *  guessed. Source: RFC 2195 */
export function cramMd5Answer(
  { username, password }: Credentials,
  challenge: string,
): { readonly message: string; readonly digest: string } {
  const digest = createHmac('md5', password).update(Buffer.from(challenge, 'base64')).digest('hex')
  return { message: base64(`${username} ${digest}`), digest }
}

/** Every form in which a sign-in sends what is secret, save the answers to challenges. */
export function secretForms(credentials: Credentials | null): readonly string[] {
  if (credentials === null || credentials.password === '') return []
  const { password } = credentials
  const [, login] = loginMessages(credentials)
  return [plainMessage(credentials), login, password, escaped(password)]
}
