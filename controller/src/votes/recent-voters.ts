import type { Queryable } from '../db/pool.ts'
import type { Voters } from './voters.ts'
import { readVoters } from './voters.ts'

/** Silence that makes an agent lost is thirty times as long. */
const KEPT_MS = 500

/** Reads who may vote at most so often, for whoever asks for every batch of results: with 2,000 agents one read takes the
 *  database as long as to store the batch. */
export function createRecentVoters(
  nowMs: () => number = () => performance.now(),
): (db: Queryable) => Promise<Voters> {
  let recent: { readonly voters: Voters; readonly readAtMs: number } | null = null

  return async (db) => {
    const readAtMs = nowMs()
    if (recent !== null && readAtMs - recent.readAtMs < KEPT_MS) return recent.voters
    const voters = await readVoters(db)
    recent = { voters, readAtMs }
    return voters
  }
}
