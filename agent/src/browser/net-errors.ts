/** What Chrome's words for a failed request mean, after "The browser could not load <url>: ".
 *  Source: Chromium, net/base/net_error_list.h */
const TEXTS: Readonly<Record<string, string>> = {
  ERR_CERT_AUTHORITY_INVALID:
    'its certificate is signed by no authority that Chrome knows (authorities of NODE_EXTRA_CA_CERTS are not known to it)',
  ERR_CERT_COMMON_NAME_INVALID: 'its certificate is for another name',
  ERR_CERT_DATE_INVALID: 'its certificate has expired or is not valid yet',
  ERR_CERT_INVALID: 'its certificate is broken',
  ERR_CERT_REVOKED: 'its certificate was revoked',
  ERR_CERT_VALIDITY_TOO_LONG: 'its certificate is valid for longer than Chrome accepts',
  ERR_CERT_WEAK_KEY: 'the key of its certificate is too weak',
  ERR_CERT_WEAK_SIGNATURE_ALGORITHM: 'its certificate is signed by an algorithm too weak',
  ERR_CONNECTION_CLOSED: 'the connection was closed before the answer was complete',
  ERR_CONNECTION_RESET: 'the connection was reset',
  ERR_CONTENT_DECODING_FAILED: 'its body does not have the content coding that its header names',
  ERR_CONTENT_LENGTH_MISMATCH: 'its body ended before the length that its header names',
  ERR_EMPTY_RESPONSE: 'the connection was closed without an answer',
  ERR_FAILED: 'Chrome gives no reason',
  ERR_HTTP2_PROTOCOL_ERROR: 'the answer breaks the HTTP/2 protocol',
  ERR_HTTP_RESPONSE_CODE_FAILURE: 'its answer has an error status and no content',
  ERR_INCOMPLETE_CHUNKED_ENCODING: 'its body ended in the middle',
  ERR_INSUFFICIENT_RESOURCES: 'the page asks for too much at once',
  ERR_INVALID_AUTH_CREDENTIALS: 'it asks for a sign-in that the browser cannot make',
  ERR_INVALID_HTTP_RESPONSE: 'the answer breaks the HTTP protocol',
  ERR_INVALID_REDIRECT: 'it redirects to something that is no address',
  ERR_NAME_NOT_RESOLVED: 'its name is not resolved',
  ERR_BLOCKED_BY_ORB: 'its content is of a kind that other sites may not load',
  ERR_BLOCKED_BY_RESPONSE: 'its headers forbid to show it there',
  ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH: 'the answer names several lengths',
  ERR_RESPONSE_HEADERS_TOO_BIG: 'its headers are too long',
  ERR_SSL_PROTOCOL_ERROR: 'the TLS handshake failed',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'it speaks no version or cipher of TLS that Chrome does',
  ERR_TIMED_OUT: 'it did not answer in time',
  ERR_TOO_MANY_REDIRECTS: 'it redirects more than 20 times',
  ERR_TUNNEL_CONNECTION_FAILED: 'no connection could be made',
  ERR_UNKNOWN_URL_SCHEME: 'it leads to an address that is neither http nor https',
  ERR_UNSAFE_PORT: 'browsers refuse its port',
  ERR_UNSAFE_REDIRECT: 'it redirects to an address that is neither http nor https',
}

/** Chrome's word without its prefix, such as `ERR_CERT_DATE_INVALID`. */
export const netErrorWord = (errorText: string): string => errorText.replace(/^net::/, '')

/** What a failed request means, as the end of a sentence.
 *  @param word such as `ERR_CERT_DATE_INVALID` */
export const netErrorText = (word: string): string => TEXTS[word] ?? `Chrome says ${word}`

/** Words for what happens between Chrome, its machine and this agent, whatever the page is. */
const OWN = new Set([
  'ERR_FILE_NO_SPACE',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_NETWORK_CHANGED',
  'ERR_NETWORK_IO_SUSPENDED',
  'ERR_OUT_OF_MEMORY',
  'ERR_PROXY_AUTH_REQUESTED',
  'ERR_PROXY_CONNECTION_FAILED',
])

/** Whether a request failed by a fault of the agent's own.
 *  @param word such as `ERR_PROXY_CONNECTION_FAILED`
 *  @param hasOwnAuthorities whether the agent was given authorities that Chrome does not know: what they
 *    signed is good in the plain request */
export const isOwnNetError = (
  word: string,
  hasOwnAuthorities = process.env['NODE_EXTRA_CA_CERTS'] !== undefined,
): boolean => OWN.has(word) || (hasOwnAuthorities && word === 'ERR_CERT_AUTHORITY_INVALID')
