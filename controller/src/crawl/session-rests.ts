import type { Session } from '../sessions/agent-session.ts'

const FIRST_REST_MS = 1_000
/** A machine that is mended is crawled from again within this time. */
const MAX_REST_MS = 60_000

/** Agents that hand work back rest, each time twice as long: one whose name servers are broken would take and return
 *  the same part of a crawl every second, and keep it from others. */
export interface SessionRests {
  readonly isResting: (session: Session) => boolean
  /** It could not, or is full. */
  readonly handedBack: (session: Session) => void
  readonly answered: (session: Session) => void
}

/** @param nowMs of a clock that never goes back */
export function createSessionRests(nowMs: () => number): SessionRests {
  const rests = new WeakMap<Session, { readonly untilMs: number; readonly restMs: number }>()
  return {
    isResting: (session) => (rests.get(session)?.untilMs ?? 0) > nowMs(),
    handedBack(session) {
      const known = rests.get(session)
      // Parts that were handed out together come back together: they are one refusal.
      if (known !== undefined && known.untilMs > nowMs()) return
      const restMs = Math.min(MAX_REST_MS, known === undefined ? FIRST_REST_MS : 2 * known.restMs)
      rests.set(session, { untilMs: nowMs() + restMs, restMs })
    },
    answered: (session) => void rests.delete(session),
  }
}
