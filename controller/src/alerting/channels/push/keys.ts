import { createECDH } from 'node:crypto'
import type { StoredPushKeys } from '../../../db/push-keys.ts'
import type { SecretBox, SecretOwner } from '../../../secrets/secret-box.ts'

const CURVE = 'prime256v1'

/** A pair of keys on P-256: browsers subscribe with the public one, and each message is signed with the other. */
export interface PushKeys {
  /** An uncompressed point, base64url. */
  readonly publicKey: string
  /** A number, base64url. */
  readonly privateKey: string
}

/** It belongs to the installation, not to a workspace. */
const OWNER: SecretOwner = { workspaceId: 0, id: 'installation' }
const FIELD = 'push.privateKey'

export function makeKeys(): PushKeys {
  const pair = createECDH(CURVE)
  const publicKey = pair.generateKeys('base64url')
  // Leading zeros are not part of a number; of a key they are.
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0')
  return { publicKey, privateKey: Buffer.from(privateKey, 'hex').toString('base64url') }
}

/** As they are stored. */
export function sealKeys(box: SecretBox, { publicKey, privateKey }: PushKeys): StoredPushKeys {
  return { publicKey, privateKey: box.sealText(privateKey, OWNER, FIELD) }
}

/** @throws Error when they were sealed with a key that is not known here */
export function openKeys(box: SecretBox, { publicKey, privateKey }: StoredPushKeys): PushKeys {
  return { publicKey, privateKey: box.openText(privateKey, OWNER, FIELD, FIELD) }
}

/** The private key in the form that signs. */
export function signingKeyOf({ publicKey, privateKey }: PushKeys) {
  const point = Buffer.from(publicKey, 'base64url')
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: privateKey,
  }
}
