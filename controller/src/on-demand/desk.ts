import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import type { WorkKind, WorkOutput } from '@sightline/shared/work-kinds'
import { traced } from '@sightline/shared/tracing/trace'
import { WORK_KINDS } from '@sightline/shared/work-kinds'
import type { Sessions } from '../sessions/agent-session.ts'
import type { Database } from '../db/pool.ts'
import { newPublicId } from '../secrets/random-id.ts'
import { chooseAgent } from './choose-agent.ts'
import type { OpenWork } from './open-work.ts'
import { createRemoteWork } from './remote-work.ts'
import type { WorkOutcome } from './work-outcome.ts'
import { cancelled } from './work-outcome.ts'
import type { WorkRequest } from './work-request.ts'

/** Work on demand for agents of any region, also of those connected to another controller. */
export interface OnDemandDesk {
  /** @throws AppError what the agent refused (badRequest, forbidden, upstreamFailed, unavailable), or
   *  upstreamFailed when it stayed silent, left twice, or left late */
  readonly request: <K extends WorkKind>(
    kind: K,
    request: WorkRequest<K>,
  ) => Promise<{ output: WorkOutput<K>; bytes: Buffer | null }>
  /** The outcome of a piece of work is in the database. */
  readonly workDone: (publicId: string) => void
  /** Notifications may have been missed. */
  readonly lookForAll: () => void
}

/** An agent may leave in the middle of its work (a restart, an update): another one gets it then. */
const TRIES = 2
/** With less of the time left than this, a target would be blamed for what the first agent used up. */
const MIN_SHARE_LEFT = 0.4

/** What agents may refuse with; anything else is their own error. */
const AGENT_ERRORS = new Set(['badRequest', 'forbidden', 'upstreamFailed', 'unavailable'] as const)
type AgentError = 'badRequest' | 'forbidden' | 'upstreamFailed' | 'unavailable'

const isAgentError = (code: string): code is AgentError =>
  (AGENT_ERRORS as ReadonlySet<string>).has(code)

/** How long to wait after a refusal for want of room. */
const RETRY_AFTER = { 'Retry-After': '5' }

function refusalOf({ code, message }: Extract<WorkOutcome, { ok: false }>): AppError {
  if (code === 'unavailable') return new AppError(code, message, { headers: RETRY_AFTER })
  return new AppError(isAgentError(code) ? code : 'upstreamFailed', message)
}

export function createOnDemandDesk(parts: {
  db: Database
  sessions: Sessions
  work: OpenWork
  now: () => number
  log: Logger
}): OnDemandDesk {
  const { sessions, work, now, log } = parts
  const remote = createRemoteWork(parts)

  async function send(kind: WorkKind, request: WorkRequest<WorkKind>): Promise<WorkOutcome> {
    const { region, capability, input, isOperators, timeoutMs, sharer, signal } = request
    if (signal.aborted) return cancelled()
    const id = newPublicId('wrk')
    const session = chooseAgent(sessions, work, { region, capability, kind, sharer })
    if (session === 'full') {
      const message = `The agents in ${region} have too much to do: try again.`
      return { ok: false, code: 'unavailable', message }
    }
    log.debug({ work: id, kind, region, agent: session?.agentId }, 'an agent is asked')
    if (session === null) return remote.send(id, kind, request)
    return work.send(session, { id, kind, input, isOperators, timeoutMs, sharer }, signal)
  }

  const asked = (kind: WorkKind, request: WorkRequest<WorkKind>): Promise<WorkOutcome> =>
    traced(`ask an agent: ${kind}`, 'client', { 'agent.region': request.region }, () =>
      send(kind, request),
    )

  return {
    async request<K extends WorkKind>(kind: K, request: WorkRequest<K>) {
      const endsAtMs = now() + request.timeoutMs
      let outcome = await asked(kind, request)
      for (let tried = 1; tried < TRIES && !outcome.ok && outcome.code === 'lost'; tried += 1) {
        const timeoutMs = endsAtMs - now()
        if (timeoutMs < request.timeoutMs * MIN_SHARE_LEFT) break
        outcome = await asked(kind, { ...request, timeoutMs })
      }
      if (!outcome.ok) throw refusalOf(outcome)
      const parsed = WORK_KINDS[kind].output.safeParse(outcome.output)
      if (!parsed.success) {
        log.warn(
          { kind, region: request.region, issues: parsed.error.issues.slice(0, 3) },
          'an agent gave an output that is none',
        )
        throw new AppError(
          'upstreamFailed',
          `The answer of the agent in ${request.region} makes no sense: it may need an update.`,
        )
      }
      return { output: parsed.data as WorkOutput<K>, bytes: outcome.bytes }
    },
    workDone: remote.workDone,
    lookForAll: remote.lookForAll,
  }
}
