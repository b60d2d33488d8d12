const WANTS_HTTPS = ': the port speaks TLS, so the address must begin with https://'
const WANTS_CERTIFICATE = ': it asks visitors for a certificate of their own, and checks have none'

/** What servers say in pages of their own making to a request that their set-up does not take (nginx, Apache, Go),
 *  and what it means, after "The server answered 400 where ... was expected". */
const SAID: readonly (readonly [words: RegExp, meaning: string])[] = [
  [/plain HTTP request was sent to HTTPS port/i, WANTS_HTTPS],
  [/speaking plain HTTP to an SSL-enabled server port/i, WANTS_HTTPS],
  [/Client sent an HTTP request to an HTTPS server/i, WANTS_HTTPS],
  [/No required SSL certificate was sent/i, WANTS_CERTIFICATE],
]

/** Only pages of this status are looked at. */
export const TELLING_STATUS = 400

/** What a refusal says of itself; '' when it says nothing that is known.
 *  @param text the beginning of the body */
export function refusalText(statusCode: number, text: string): string {
  if (statusCode !== TELLING_STATUS) return ''
  return SAID.find(([words]) => words.test(text))?.[1] ?? ''
}
