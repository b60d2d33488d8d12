import { status as GrpcStatus } from '@grpc/grpc-js'
import type { Logger } from '@sightline/shared/logger'
import { setTimeout as delay } from 'node:timers/promises'
import type { OpenWork } from '../on-demand/open-work.ts'
import type { Sessions } from '../sessions/agent-session.ts'
import type { Refusal } from '../sessions/refusal.ts'

/** Agents are sent away over this time: their next controllers need not take them all at once. */
const SPREAD_MS = 3_000

const STEP_MS = 100

/** Of very many agents: each asks its next controller's database three questions before it is let in. */
const MAX_AT_ONCE = 20

/** An agent that works on demand is waited for this long: most work is done by then. */
const WORK_PATIENCE_MS = 30_000

/** What agents are told that come, or are sent away, while a controller hands over what it does. */
export const DRAINING: Refusal = {
  code: GrpcStatus.UNAVAILABLE,
  reason: 'this controller is about to be stopped: try another',
}

/** A controller that hands over what it does, so that it can be stopped and nobody notices. */
export interface Drain {
  readonly isUnderWay: () => boolean
  /** Begins it; a second time has no effect. */
  readonly begin: () => void
  readonly stop: () => void
}

/** From its begin on no agent is taken and it says that it is not ready; its agents are sent to others, each once
 *  its work on demand is done, which is a moment of a second for their monitors.
 *  @param parts.finish ends what else it does, once the agents are gone */
export function createDrain(parts: {
  readonly sessions: Sessions
  readonly work: Pick<OpenWork, 'sharers'>
  readonly finish: () => Promise<void>
  readonly log: Logger
}): Drain {
  const { sessions, work, finish, log } = parts
  const stopping = new AbortController()
  let isUnderWay = false

  async function sendAllAway(): Promise<void> {
    for (const session of sessions.values()) session.isLeaving = true
    const atOnce = Math.min(MAX_AT_ONCE, Math.ceil((sessions.size * STEP_MS) / SPREAD_MS))
    const patientUntilMs = performance.now() + WORK_PATIENCE_MS
    while (sessions.size > 0) {
      const isPatient = performance.now() < patientUntilMs
      const ready = [...sessions.values()].filter(
        (session) => !isPatient || work.sharers(session).length === 0,
      )
      for (const session of ready.slice(0, atOnce)) session.refuse(DRAINING)
      await delay(STEP_MS, undefined, { signal: stopping.signal })
    }
  }

  async function drain(): Promise<void> {
    log.info({ agents: sessions.size }, 'this controller hands over what it does')
    await sendAllAway()
    await finish()
    log.info('this controller has handed over everything and can be stopped')
  }

  return {
    isUnderWay: () => isUnderWay,
    begin() {
      if (isUnderWay) return
      isUnderWay = true
      drain().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'not everything was handed over')
      })
    },
    stop: () => stopping.abort(),
  }
}
