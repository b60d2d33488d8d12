import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../controller/src/db/pool.ts'
import type { Statement } from '../../../controller/src/db/sql.ts'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'

/** Why a region has no vote; null while it has one. */
type VoteLoss = 'silent' | 'selfTest' | 'quarantine' | null

/** How a region came to lose its vote, and got it back. */
export interface VoteWatch {
  readonly region: string
  /** Every change, in order. */
  readonly changes: readonly { readonly atMs: number; readonly loss: VoteLoss }[]
  /** How it is now. */
  readonly loss: () => VoteLoss
  readonly stop: () => Promise<void>
}

const LOOK_EVERY_MS = 250

/** Parameters: the region, and the silence that makes an agent lost in ms. Of one agent a region. */
const READ_VOTE: Statement<{ loss: VoteLoss }> = {
  text: `select case
      when left_at is not null or last_seen_at <= now() - $2 * interval '1 ms' then 'silent'
      when not self_test_passed then 'selfTest'
      when quarantined_at is not null then 'quarantine'
    end as loss
    from agents where region = $1`,
}

export function watchVote(db: Database, region: string): VoteWatch {
  const stopping = new AbortController()
  const changes: { atMs: number; loss: VoteLoss }[] = []
  let loss: VoteLoss = null

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { rows } = await db.query(READ_VOTE, [region, AGENT_LOST_AFTER_MS])
      const found = rows[0]?.loss ?? null
      if (found !== loss) changes.push({ atMs: Date.now(), loss: found })
      loss = found
      await delay(LOOK_EVERY_MS)
    }
  }

  const looking = keepLooking()
  // Told when it is waited for.
  looking.catch(() => undefined)
  return {
    region,
    changes,
    loss: () => loss,
    async stop() {
      stopping.abort()
      await looking
    },
  }
}
