import { MAX_CLOCK_OFFSET_MS } from './clock-offset.ts'
import type { Session } from '../sessions/agent-session.ts'

/** Whether what an agent finds has a say: it is not in quarantine, its clock is right, and its self-test
 *  passed. Another agent of its region may have one meanwhile. Source: monitoring design, section 3 */
export function mayVote({
  quarantinedAtMs,
  clockOffsetMs,
  heartbeat,
}: Pick<Session, 'quarantinedAtMs' | 'clockOffsetMs' | 'heartbeat'>): boolean {
  // Before its first heartbeat it is as well as it was when it was last heard of.
  const isWell = heartbeat === null || heartbeat.selfTestPassed
  return quarantinedAtMs === null && Math.abs(clockOffsetMs) <= MAX_CLOCK_OFFSET_MS && isWell
}
