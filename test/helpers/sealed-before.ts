import { createCipheriv, randomBytes } from 'node:crypto'

/** A text as it was sealed before keys had ids and secrets owners. */
export function sealedBefore(text: string, place: string, key: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `sealed:1:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`
}
