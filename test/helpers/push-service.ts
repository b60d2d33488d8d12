import type { ECDH } from 'node:crypto'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import type { PushPayload } from '../../controller/src/alerting/channels/push/payload.ts'
import { listen } from './listen.ts'

/** A browser that subscribed to a push service. */
export interface SubscribedBrowser {
  /** As its PushManager gives it. */
  readonly subscription: {
    readonly name: string
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  /** What arrived for it, decrypted and with the sender's signature verified. */
  readonly messages: () => Promise<readonly PushMessage[]>
}

interface PushMessage {
  readonly headers: IncomingHttpHeaders
  readonly payload: PushPayload
  /** Claims of the signed token. */
  readonly claims: Readonly<Record<string, unknown>>
  /** Public key that it was signed with. */
  readonly sender: string
}

interface PushAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

interface Arrived {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A push service on the loopback interface, gone when the test ends. */
export async function openPushService() {
  const arrived: Arrived[] = []
  const answers = new Map<string, PushAnswer[]>()
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const path = message.url ?? ''
      arrived.push({ path, headers: message.headers, body: Buffer.concat(chunks) })
      const { status, headers = {} } = answers.get(path)?.shift() ?? { status: 201 }
      response.writeHead(status, headers).end()
    })
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  return {
    origin,
    /** @param name names its address too
     *  @param first what its messages are answered, one after the other; 201 afterwards */
    subscribe(name: string, ...first: readonly PushAnswer[]): SubscribedBrowser {
      const path = `/${name}`
      answers.set(path, [...first])
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url')
      const auth = randomBytes(16)
      const own = () => arrived.filter((each) => each.path === path)
      return {
        subscription: {
          name,
          endpoint: `${origin}${path}`,
          keys: { p256dh, auth: auth.toString('base64url') },
        },
        messages: () => Promise.all(own().map((each) => opened(each, pair, auth))),
      }
    },
  }
}

async function opened({ headers, body }: Arrived, pair: ECDH, auth: Buffer): Promise<PushMessage> {
  const [, token = '', sender = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(sender, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  // Time stands still in tests: what the token says of it is theirs to look at.
  const { payload: claims } = await jwtVerify(token, key, { currentDate: new Date(0) })
  const payload = JSON.parse(decrypt(body, pair, auth)) as PushPayload
  return { headers, payload, claims, sender }
}

/** Opens what was encrypted for a browser. Source: RFC 8291, section 3.4; RFC 8188, section 2, one record */
export function decrypt(body: Buffer, pair: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length))
  const purpose = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const input = derive(pair.computeSecret(sender), auth, purpose, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const text = decipher.update(body.subarray(21 + keyLength, -16))
  decipher.final()
  // A byte of 2 ends the last record; zeros may follow.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}
