import type { Queryable } from '../../../db/pool.ts'
import { insertPushKeys, readPushKeys } from '../../../db/push-keys.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import type { PushKeys } from './keys.ts'
import { makeKeys, openKeys, sealKeys } from './keys.ts'

/** How push services know this installation. Source: RFC 8292 */
export interface PushIdentity {
  /** The pair of keys, which is the same at all controllers and is made when it is first asked for.
   *  @throws Error when it was sealed with another secret key */
  readonly keys: () => Promise<PushKeys>
  /** Whom a push service may turn to: a URL of https or mailto. */
  readonly contact: () => string
}

export function createPushIdentity(parts: {
  readonly db: Queryable
  readonly secrets: SecretBox
  /** Where people reach this installation. */
  readonly publicUrl: () => string
  /** An address, perhaps with a name: "Sightline <alerts@example.com>". */
  readonly mailFrom: string
}): PushIdentity {
  let known: PushKeys | null = null
  return {
    async keys() {
      known ??= openKeys(parts.secrets, await storedKeys(parts.db, parts.secrets))
      return known
    },
    contact: () => contactOf(parts.publicUrl(), parts.mailFrom),
  }
}

/** Of two controllers that make a pair at once, both get that of the first. */
async function storedKeys(db: Queryable, secrets: SecretBox) {
  const stored = await readPushKeys(db)
  if (stored !== null) return stored
  await insertPushKeys(db, sealKeys(secrets, makeKeys()))
  const made = await readPushKeys(db)
  if (made === null) throw new Error('the keys for push services were not stored')
  return made
}

/** Some push services refuse what leads to their own machine. */
function contactOf(publicUrl: string, mailFrom: string): string {
  const url = URL.parse(publicUrl)
  if (url?.protocol === 'https:' && url.hostname !== 'localhost') return url.origin
  const address = /([^\s<>]+@[^\s<>]+)>?\s*$/.exec(mailFrom)?.[1]
  return `mailto:${address ?? 'sightline@sightline.invalid'}`
}
