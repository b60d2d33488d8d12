import type { ErrorCode } from '@sightline/shared/errors'

/** Does one kind of JSON work. @throws WorkRefusal for what it cannot do; anything else is a bug
 *  @returns its output, or that with bytes beside it (WithBytes) */
export type JsonWorker = (input: unknown, signal: AbortSignal) => Promise<unknown>

/** An output of work with bytes beside it, which travel in parts. */
export class WithBytes {
  readonly output: unknown
  readonly bytes: Uint8Array

  constructor(output: unknown, bytes: Uint8Array) {
    this.output = output
    this.bytes = bytes
  }
}

/** Work that this agent cannot do, with a sentence for people. */
export class WorkRefusal extends Error {
  override readonly name = 'WorkRefusal'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
