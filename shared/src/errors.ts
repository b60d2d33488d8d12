/** Every way a request can be refused, with the status it is answered by. Source: contract, "Errors";
 *  decisions, sections 1 and 2. */
export const ERROR_STATUS = {
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooManyRequests: 429,
  internal: 500,
  upstreamFailed: 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** A refusal with a sentence for the person who asked; everything else that is thrown is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** Headers and extra body fields of the answer (Retry-After, Allow; used, limit). */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>

  /** @param message a sentence a person can act on; it leaves the service */
  constructor(
    code: ErrorCode,
    message: string,
    options: {
      headers?: Readonly<Record<string, string>>
      body?: Readonly<Record<string, unknown>>
      cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.headers = options.headers ?? {}
    this.body = options.body ?? {}
  }

  /** HTTP status of this refusal. */
  get status(): number {
    return ERROR_STATUS[this.code]
  }
}
