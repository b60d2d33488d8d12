/** A database that cannot be used as it is; the message is for the operator. */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError'
}
