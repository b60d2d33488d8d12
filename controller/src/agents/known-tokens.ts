import { readUsedTokenHashes } from '../db/agent-tokens.ts'
import type { Queryable } from '../db/pool.ts'
import { forgetFirst } from '../limits/address-bucket.ts'

/** Tokens that were good before, so that neither a flood from the address that agents share (a proxy's)
 *  keeps them out, nor how many they are: of 5,000 that came back after a start of the controller the last
 *  waited for four minutes. The database is asked about each of them all the same. */
const MAX_KNOWN = 10_000

/** Which tokens were good before, by their hashes: those that were longest ago are forgotten first. */
export interface KnownTokens {
  /** Reads once which were good before this controller was started. @throws what the database says */
  readonly learn: () => Promise<void>
  readonly has: (hash: Buffer) => boolean
  readonly remember: (hash: Buffer) => void
  readonly forget: (hash: Buffer) => void
}

const nameOf = (hash: Buffer): string => hash.toString('base64')

export function createKnownTokens(db: Queryable): KnownTokens {
  const known = new Map<string, true>()
  let learning: Promise<void> | null = null

  function remember(hash: Buffer): void {
    const name = nameOf(hash)
    known.delete(name)
    known.set(name, true)
    if (known.size > MAX_KNOWN) forgetFirst(known)
  }

  return {
    learn() {
      learning ??= readUsedTokenHashes(db, MAX_KNOWN).then(
        (hashes) => {
          // The first is the one to forget.
          for (const hash of hashes.toReversed()) remember(hash)
        },
        (error: unknown) => {
          learning = null
          throw error
        },
      )
      return learning
    },
    has: (hash) => known.has(nameOf(hash)),
    remember,
    forget: (hash) => void known.delete(nameOf(hash)),
  }
}
