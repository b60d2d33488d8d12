import type { Heartbeat } from '@sightline/shared/gen/probe/v1/agent_pb'

/** An agent whose clock is further off loses its votes. Source: monitoring design, section 2 */
export const MAX_CLOCK_OFFSET_MS = 2_000

/** What was longer on its way proves too little: the offset may be wrong by half of it. It waited at a controller or an
 *  agent that stood still: heartbeats of 10 s in its socket looked like a clock that is 5 s behind. */
const MAX_ROUND_TRIP_MS = 2_000

/** How far an agent's clock is ahead of ours, transit taken out (RFC 5905, section 8).
 *  @param receivedAtMs our clock when the heartbeat came, UNIX ms
 *  @returns null when the heartbeat echoes nothing of ours, or was too long on its way */
export function clockOffsetOf(heartbeat: Heartbeat, receivedAtMs: number): number | null {
  const sentMs = Number(heartbeat.echoControllerTimeMs)
  if (sentMs === 0) return null
  const agentReceivedMs = Number(heartbeat.echoReceivedAtMs)
  const agentSentMs = Number(heartbeat.agentTimeMs)
  if (receivedAtMs - sentMs - (agentSentMs - agentReceivedMs) > MAX_ROUND_TRIP_MS) return null
  const offsetMs = Math.round((agentReceivedMs - sentMs + (agentSentMs - receivedAtMs)) / 2)
  // Of impossible times it would not fit into what it is told in, and the stream would break instead.
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, offsetMs))
}
