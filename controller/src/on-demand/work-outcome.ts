/** What became of a piece of work: what the agent said, or that it left or stayed silent. */
export type WorkOutcome =
  | { readonly ok: true; readonly output: unknown; readonly bytes: Buffer | null }
  | {
      readonly ok: false
      /** As the agent named it; "lost" and "silent" are ours. */
      readonly code: string
      readonly message: string
    }

export const failure = (code: string, message: string): WorkOutcome => ({
  ok: false,
  code,
  message,
})

export const cancelled = (): WorkOutcome => failure('cancelled', 'Nobody waits for this any more.')
