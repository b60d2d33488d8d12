import { status } from '@grpc/grpc-js'
import type { WorkUpdate } from '@sightline/shared/gen/probe/v1/work_pb'
import type { Logger } from '@sightline/shared/logger'
import type { Backoff } from './backoff.ts'
import type { LinkEnd } from './link.ts'
import type { Session } from './session.ts'

const REFUSALS = new Set<number>([
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.FAILED_PRECONDITION,
])

/** The connection to a controller, kept up for the life of the agent. */
export interface Stream {
  /** Connects, and connects again whenever the connection is lost. */
  readonly start: () => void
  readonly wake: (isUrgent: boolean) => void
  readonly sendWork: (update: WorkUpdate) => void
  /** Sends what is left and closes. @param limitMs waits as long at most */
  readonly stop: (limitMs: number) => Promise<void>
  /** Tells that the present connection is good. */
  readonly alive: () => void
}

/** @param deps.connect begins one session */
export function createStream(deps: {
  connect: () => Session
  backoff: Backoff
  log: Logger
}): Stream {
  const { backoff, log } = deps
  let session: Session | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopping = false
  let lastReason = ''

  function report(end: LinkEnd, wasRefused: boolean): void {
    // A controller that is away is told once, not at every try.
    const reason = `${end.code} ${end.message}`
    if (reason === lastReason) return
    lastReason = reason
    const fields = { status: status[end.code], reason: end.message }
    if (wasRefused) log.error(fields, 'the controller refuses this agent; trying again')
    else log.warn(fields, 'no connection to the controller; trying again')
  }

  async function connect(): Promise<void> {
    timer = null
    session = deps.connect()
    const end = await session.ended
    session = null
    if (isStopping) return
    const wasRefused = REFUSALS.has(end.code)
    report(end, wasRefused)
    timer = setTimeout(() => void connect(), backoff.nextMs(wasRefused))
  }

  return {
    start: () => void connect(),
    wake: (isUrgent) => session?.wake(isUrgent),
    sendWork: (update) => session?.sendWork(update),
    alive() {
      lastReason = ''
      backoff.reset()
    },
    async stop(limitMs) {
      isStopping = true
      if (timer !== null) clearTimeout(timer)
      if (session === null) return
      const limit = Promise.withResolvers<void>()
      const limitTimer = setTimeout(limit.resolve, limitMs)
      session.finish()
      await Promise.race([session.ended, limit.promise])
      clearTimeout(limitTimer)
    },
  }
}
