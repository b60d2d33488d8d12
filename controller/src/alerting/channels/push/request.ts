import { createECDH } from 'node:crypto'
import type { AlertMessage } from '../../message/alert-message.ts'
import type { Delivery } from '../channel.ts'
import type { OutgoingRequest } from '../send-request.ts'
import type { PushIdentity } from './identity.ts'
import { signingKeyOf } from './keys.ts'
import { pushPayload, topicOf } from './payload.ts'
import type { Subscription } from './subscription.ts'

/** How long a push service keeps what a browser that is away has not got: as long as an alert is tried. What ended
 *  meanwhile was replaced. */
const TTL_SECONDS = 86_400
/** A push service takes 24 hours at most. */
const TOKEN_LIFE_SECONDS = 12 * 3_600

/** Phones save their batteries by what is less than high. */
const URGENCIES = {
  critical: 'high',
  warning: 'high',
  good: 'normal',
  info: 'normal',
} as const satisfies Record<AlertMessage['severity'], string>

/** Loaded by the first message: few installations send any.
 *  http_ece encrypts (RFC 8291) and jose signs (RFC 8292). */
const loadLibraries = async () => {
  const [{ default: ece }, jose] = await Promise.all([import('http_ece'), import('jose')])
  return { encrypt: ece.encrypt, SignJWT: jose.SignJWT }
}

/** A message as a push service takes it: encrypted for the browser, and signed by this installation.
 *  @throws Error when the keys of the installation cannot be opened */
export async function pushRequest(
  { endpoint, keys }: Subscription,
  message: AlertMessage,
  delivery: Delivery,
  identity: PushIdentity,
): Promise<OutgoingRequest> {
  const { encrypt, SignJWT } = await loadLibraries()
  const own = await identity.keys()
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(delivery.nowMs / 1_000) + TOKEN_LIFE_SECONDS)
    .setSubject(identity.contact())
    .sign(signingKeyOf(own))
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  const text = Buffer.from(JSON.stringify(pushPayload(message, delivery.id)))
  const parameters = { dh: keys.p256dh, authSecret: keys.auth, privateKey }
  return {
    url: endpoint,
    headers: {
      authorization: `vapid t=${token}, k=${own.publicKey}`,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(TTL_SECONDS),
      urgency: URGENCIES[message.severity],
      topic: topicOf(message),
    },
    body: encrypt(text, { version: 'aes128gcm', ...parameters }),
  }
}
