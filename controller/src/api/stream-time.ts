import type { Caller } from '../accounts/admission.ts'
import { readKeyExpiry } from '../db/keys.ts'
import type { Queryable } from '../db/pool.ts'

/** How long an answer that goes on may do so, in ms: no longer than the key is taken. What else becomes of a key, or of a
 *  session, is told when it happens.
 *  @param longestMs where nothing ends it before */
export async function streamTimeMs(
  db: Queryable,
  { keyId, sessionId }: Caller,
  longestMs: number,
  now: Date,
): Promise<number> {
  if (sessionId !== null) return longestMs
  const expiresAt = await readKeyExpiry(db, keyId)
  if (expiresAt === null) return longestMs
  return Math.min(longestMs, Math.max(0, expiresAt.getTime() - now.getTime()))
}
