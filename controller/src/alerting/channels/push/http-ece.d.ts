// What is used of http_ece, which comes without types.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Encrypts for the holder of a key, as RFC 8188 has it, with the keys of RFC 8291. */
  export function encrypt(
    text: Buffer,
    parameters: {
      readonly version: 'aes128gcm'
      /** Public key of the receiver, base64url. */
      readonly dh: string
      /** base64url. */
      readonly authSecret: string
      /** A pair of this message alone. */
      readonly privateKey: ECDH
    },
  ): Buffer
}
