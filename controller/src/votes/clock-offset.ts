import type { Heartbeat } from '@sightline/shared/gen/probe/v1/agent_pb'

/** An agent whose clock is further off loses its votes. Source: monitoring design, section 2 */
export const MAX_CLOCK_OFFSET_MS = 2_000

/** How far an agent's clock is ahead of ours, transit taken out (RFC 5905, section 8).
 *  @param receivedAtMs our clock when the heartbeat came, UNIX ms
 *  @returns null when the heartbeat echoes nothing of ours */
export function clockOffsetOf(heartbeat: Heartbeat, receivedAtMs: number): number | null {
  const sentMs = Number(heartbeat.echoControllerTimeMs)
  if (sentMs === 0) return null
  const agentReceivedMs = Number(heartbeat.echoReceivedAtMs)
  const agentSentMs = Number(heartbeat.agentTimeMs)
  return Math.round((agentReceivedMs - sentMs + (agentSentMs - receivedAtMs)) / 2)
}
