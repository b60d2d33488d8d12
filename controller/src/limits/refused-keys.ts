import { forgetFirst } from './address-bucket.ts'

/** For how long and how many keys are remembered as unknown. */
export interface RefusedKeyLimits {
  readonly keptMs: number
  /** The one refused longest ago is forgotten first. */
  readonly maxKeys: number
}

/** Keys that the database did not know a moment ago, so that a client that goes on with a wrong key does
 *  not cost it a question each time. Only what is refused is remembered, never what is allowed: a key that
 *  is revoked, expires or loses its role is found out by the next request. */
export interface RefusedKeys {
  /** @param keyHash SHA-256; null: no key at all */
  readonly has: (keyHash: Buffer | null, nowMs: number) => boolean
  /** To be called before the database is asked.
   *  @returns how to remember that it did not know the key; does nothing when keys changed meanwhile */
  readonly asking: (keyHash: Buffer | null, nowMs: number) => () => void
  /** Keys were made or changed somewhere, or the database cannot be reached: forgets everything. */
  readonly forget: () => void
  readonly size: () => number
}

const NO_KEY = 'none'

/** Makes an empty memory of keys that are refused. */
export function createRefusedKeys({ keptMs, maxKeys }: RefusedKeyLimits): RefusedKeys {
  const refusedAtMs = new Map<string, number>()
  let changes = 0
  const nameOf = (keyHash: Buffer | null): string => keyHash?.toString('base64') ?? NO_KEY

  return {
    has(keyHash, nowMs) {
      const at = refusedAtMs.get(nameOf(keyHash))
      return at !== undefined && Math.abs(nowMs - at) < keptMs
    },
    asking(keyHash, nowMs) {
      const changesBefore = changes
      return () => {
        if (changes !== changesBefore) return
        const name = nameOf(keyHash)
        refusedAtMs.delete(name)
        refusedAtMs.set(name, nowMs)
        if (refusedAtMs.size > maxKeys) forgetFirst(refusedAtMs)
      }
    },
    forget() {
      changes += 1
      refusedAtMs.clear()
    },
    size: () => refusedAtMs.size,
  }
}
