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
  const roundTripMs = receivedAtMs - sentMs - (agentSentMs - agentReceivedMs)
  if (roundTripMs > MAX_ROUND_TRIP_MS) return null
  const backMs = agentSentMs - receivedAtMs
  // No way takes less than no time: one of the clocks was set since, and what was read before is of no use. Half of it
  // was an offset at which agents checked everything once more, by the slots of another time.
  const wasSet = roundTripMs < -MAX_ROUND_TRIP_MS
  const offsetMs = wasSet ? backMs : Math.round((agentReceivedMs - sentMs + backMs) / 2)
  // Of impossible times it would not fit into what it is told in, and the stream would break instead.
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, offsetMs))
}
