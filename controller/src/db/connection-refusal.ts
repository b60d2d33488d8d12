/** What of Node's TLS says that a certificate is not to be trusted. Source: Node, "X509 certificate error codes" */
const CERTIFICATE_CODES = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** What is wrong with the address of a database that answered, where no statement was asked yet and trying again
 *  does not help; null: something else. pg has no codes for the first two.
 *  @returns the rest of a sentence that begins with the database */
export function connectionRefusal(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { message } = error
  if (message.includes('client password must be a string')) {
    return 'asks for a password, and the address has none: postgres://user:password@host:5432/name'
  }
  if (message === 'The server does not support SSL connections') {
    return 'does not speak TLS, which the sslmode of its address asks for'
  }
  // PgBouncer's, in any of its modes. Source: PgBouncer, "ignore_startup_parameters"
  if (message.startsWith('unsupported startup parameter')) {
    return `is a pooler, such as PgBouncer, that takes no settings of a session (${message}): have DATABASE_URL lead to the server itself, and SIGHTLINE_POOLER_URL to the pooler`
  }
  const code = 'code' in error ? String(error.code) : ''
  return CERTIFICATE_CODES.has(code)
    ? `has a certificate that is not accepted (${message}): name its authority by NODE_EXTRA_CA_CERTS, or as sslrootcert in the address`
    : null
}

/** Why something failed that goes to each address of a name: such an error says nothing itself. */
export function firstReason(error: unknown): string {
  if (error instanceof AggregateError) return firstReason(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
