import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { Logger } from '@sightline/shared/logger'
import { readHealthFigures } from '../db/health-figures.ts'
import type { UpkeepParts } from '../jobs/task.ts'
import { whatIsWrong } from './what-is-wrong.ts'

/** The other service waits for a call a minute. */
const CALL_MS = 15_000

/** What the dead man's switch works with. */
export interface HeartbeatParts extends Pick<UpkeepParts, 'db'> {
  /** Where another service waits for a call each minute; null: nowhere. */
  readonly heartbeatUrl: string | null
  readonly log: Logger
}

/** Calls another service, which tells somebody when the calls end. As a job it is called by one controller of all,
 *  and not without a database that can be written to, nor without jobs. Agents, results and alerts are looked at here.
 *  The address is the operator's own: it may be private, as no other may that is called from here. */
export async function callHeartbeat({ db, heartbeatUrl, log }: HeartbeatParts): Promise<void> {
  if (heartbeatUrl === null) return
  const wrong = whatIsWrong(await readHealthFigures(db, AGENT_LOST_AFTER_MS))
  if (wrong.length > 0) {
    log.warn({ wrong }, 'SIGHTLINE_HEARTBEAT_URL is not called, as not everything works')
    return
  }
  const failure = await call(heartbeatUrl)
  if (failure !== null) log.warn({ failure }, 'SIGHTLINE_HEARTBEAT_URL could not be called')
}

/** @returns why it failed, without the address: that is as secret as a password; null: it did not */
async function call(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(CALL_MS) })
    await answer.body?.cancel()
    return answer.ok ? null : `it answered ${answer.status}`
  } catch (error: unknown) {
    if (!(error instanceof Error)) return 'unknown'
    const { cause } = error
    if (!(cause instanceof Error)) return error.name
    return 'code' in cause ? String(cause.code) : cause.message
  }
}
