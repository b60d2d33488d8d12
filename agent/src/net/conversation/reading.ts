/** Why nothing more can be read: `closed` the peer ended the stream, `limit` the signal struck,
 *  `tooLong` more came than was to be kept, `error` the connection broke. */
export type Ending =
  | { readonly kind: 'closed' }
  | { readonly kind: 'limit' }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'error'; readonly error: Error }

/** What a wait for bytes brought. */
export type Reading = { readonly kind: 'data'; readonly bytes: Buffer } | Ending

/** Looks for the end of what is waited for, in one byte or more. A search that takes its time gives a
 *  promise, and has to end when the conversation's signal strikes.
 *  @returns how many of the bytes belong to it, null when it is not complete */
export type FindEnd = (received: Buffer) => number | null | Promise<number | null>
