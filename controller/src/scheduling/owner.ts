import { stableHash } from './hash.ts'

/** Which of a region's live agents checks a monitor, by rendezvous hashing: a pure function of the
 *  two, so every controller computes the same, and an agent that comes or goes moves only its own
 *  share.
 *  @returns null without a live agent */
export function ownerOf(monitorId: number, agentIds: readonly string[]): string | null {
  let owner: string | null = null
  let best = -1
  for (const agentId of agentIds) {
    const score = stableHash(`${monitorId}@${agentId}`)
    if (score > best || (score === best && agentId > (owner ?? ''))) {
      best = score
      owner = agentId
    }
  }
  return owner
}
