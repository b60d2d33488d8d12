import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { readHealthFigures } from '../db/health-figures.ts'
import type { UpkeepParts } from '../jobs/task.ts'
import type { TroubleLog } from '../process/trouble-log.ts'
import { whatIsWrong } from './what-is-wrong.ts'

/** The other service waits for a call a minute. */
const CALL_MS = 15_000

/** What the dead man's switch works with. */
export interface HeartbeatParts extends Pick<UpkeepParts, 'db'> {
  /** Where another service waits for a call each minute; null: nowhere. */
  readonly heartbeatUrl: string | null
  /** Tells of calls that are not made, or fail. */
  readonly heartbeatTrouble: TroubleLog
}

/** What `heartbeatTrouble` says. */
export const HEARTBEAT_WORDS = {
  met: 'SIGHTLINE_HEARTBEAT_URL gets no calls; it is tried each minute',
  over: 'SIGHTLINE_HEARTBEAT_URL is called again',
} as const

/** Calls another service, which tells somebody when the calls end. As a job it is called by one controller of all,
 *  and not without a database that can be written to, nor without jobs. Agents, results and alerts are looked at here.
 *  The address is the operator's own: it may be private, as no other may that is called from here. */
export async function callHeartbeat(parts: HeartbeatParts): Promise<void> {
  const { db, heartbeatUrl, heartbeatTrouble: trouble } = parts
  if (heartbeatUrl === null) return
  const wrong = whatIsWrong(await readHealthFigures(db, AGENT_LOST_AFTER_MS))
  if (wrong.length > 0) {
    trouble.met(undefined, { wrong })
    return
  }
  const failure = await call(heartbeatUrl)
  if (failure === null) trouble.over()
  else trouble.met(undefined, { failure })
}

/** @returns why it failed, without the address: that is as secret as a password; null: it did not */
async function call(url: string): Promise<string | null> {
  try {
    // Whoever the other service names must not be called from inside this network.
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(CALL_MS) })
    await answer.body?.cancel()
    if (answer.ok) return null
    const isRedirect = answer.status >= 300 && answer.status < 400
    return isRedirect
      ? `it answered ${answer.status}, which is not followed: set the address that it leads to`
      : `it answered ${answer.status}`
  } catch (error: unknown) {
    if (!(error instanceof Error)) return 'unknown'
    const { cause } = error
    if (!(cause instanceof Error)) return error.name
    return 'code' in cause ? String(cause.code) : cause.message
  }
}
