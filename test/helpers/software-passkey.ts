import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const FLAGS = { present: 1, verified: 4, attested: 64 }
const AAGUID = Buffer.alloc(16)

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** A device that makes a passkey (WebAuthn level 2, ES256, attestation "none") and signs with it. */
export interface SoftwarePasskey {
  readonly create: (options: Options, origin: string) => Record<string, unknown>
  readonly sign: (options: Options, origin: string) => Record<string, unknown>
}

interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
}

/** @param options.checksHolder whether it makes sure who holds it */
export function makePasskey({ checksHolder = true } = {}): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const held = FLAGS.present + (checksHolder ? FLAGS.verified : 0)
  let counter = 0

  function authenticatorData(rpId: string, flags: number, rest: readonly Buffer[] = []): Buffer {
    counter += 1
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head, ...rest])
  }

  const clientData = (type: string, { challenge }: Options, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  })

  return {
    create(options, origin) {
      // COSE_Key: EC2, ES256, P-256 (RFC 9053, section 7.1).
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const length = Buffer.from([0, id.length])
      const data = authenticatorData(options.rp?.id ?? '', held + FLAGS.attested, [
        AAGUID,
        length,
        id,
        key,
      ])
      // { "fmt": "none", "attStmt": {}, "authData": bytes } in CBOR.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', options, origin),
        attestationObject,
      })
    },
    sign(options, origin) {
      const clientDataJSON = clientData('webauthn.get', options, origin)
      const data = authenticatorData(options.rpId ?? '', held)
      const signed = createSign('sha256').update(data).update(sha256(clientDataJSON))
      return answer({
        clientDataJSON,
        authenticatorData: data,
        signature: signed.sign(privateKey),
      })
    },
  }
}
