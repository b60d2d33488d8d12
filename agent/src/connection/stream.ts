import { status } from '@grpc/grpc-js'
import type { WorkUpdate } from '@sightline/shared/gen/probe/v1/work_pb'
import type { Logger } from '@sightline/shared/logger'
import type { Backoff } from './backoff.ts'
import type { LinkEnd } from './link.ts'
import { printable } from '../outcome/printable.ts'
import type { Session } from './session.ts'
import type { Turns } from './turns.ts'

const REFUSALS = new Set<number>([
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.FAILED_PRECONDITION,
])

/** grpc-js wraps why a connection failed in words of its own and the time of the attempt. Without them
 *  equal reasons are equal, and a person can read them. */
export function plainReason(message: string): string {
  const wrapped =
    /^No connection established\. Last error: (?:Error: )?([^]*?)\.? Resolution note: /
  const reason = (wrapped.exec(message)?.[1] ?? message).replace(/ ?\(\d{4}-\d\d-\d\dT[^)]*\)/g, '')
  if (/wrong version number/i.test(reason)) return 'the controller does not speak TLS on this port'
  if (/alert certificate required/i.test(reason)) {
    return 'the controller asks for a certificate: start the agent with --certificate and --key (one of npm start: SIGHTLINE_AGENT_CERT and SIGHTLINE_AGENT_KEY)'
  }
  if (/^(?:self-signed certificate|unable to (?:get|verify) )/i.test(reason)) {
    return `the controller's certificate is of an authority that is not trusted here (${printable(reason, 500)}): name the file of that authority with --ca`
  }
  if (reason === 'certificate has expired') {
    return "the controller's certificate has expired, or the clock of this machine is wrong"
  }
  if (reason === 'Failed to connect') {
    return 'the connection was closed at once: does the controller expect TLS (--ca or --tls), or a certificate that it trusts and that is not over (--certificate)?'
  }
  return printable(reason, 500)
}

/** The connection to a controller, kept up for the life of the agent. */
export interface Stream {
  /** Connects, and connects again whenever the connection is lost. */
  readonly start: () => void
  readonly wake: () => void
  readonly sendWork: (update: WorkUpdate) => void
  /** Says goodbye and connects again at once, to say hello anew. */
  readonly renew: () => void
  /** Sends what is left and closes. @param limitMs waits as long at most */
  readonly stop: (limitMs: number) => Promise<void>
  /** Tells that the present connection is good. */
  readonly alive: () => void
  /** What came of the last try, in words without a full stop; null: the present connection is good, or there was none yet. */
  readonly trouble: () => string | null
}

/** @param deps.connect begins one session
 *  @param deps.controllers who is tried in turn; the name is for people */
export function createStream<C extends { readonly name: string }>(deps: {
  connect: (controller: C) => Session
  controllers: Turns<C>
  backoff: Backoff
  log: Logger
}): Stream {
  const { backoff, controllers, log } = deps
  let session: Session | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopping = false
  let isRenewing = false
  let trouble: string | null = null
  /** What was told last of each controller. */
  const told = new Map<string, string>()

  function report(end: LinkEnd, wasRefused: boolean): void {
    // A controller that is away is told once, not at every try.
    const reason = plainReason(end.message)
    const { name: controller } = controllers.current()
    trouble = wasRefused
      ? `${controller} refuses this agent: ${reason}`
      : `the last try: ${controller}: ${reason}`
    if (told.get(controller) === `${end.code} ${reason}`) return
    told.set(controller, `${end.code} ${reason}`)
    const fields = { controller, status: status[end.code], reason }
    if (wasRefused) log.error(fields, 'the controller refuses this agent; trying again')
    else log.warn(fields, 'no connection to the controller; trying again')
  }

  async function connect(): Promise<void> {
    timer = null
    session = deps.connect(controllers.current())
    const end = await session.ended
    session = null
    if (isStopping) return
    if (isRenewing) {
      isRenewing = false
      timer = setTimeout(() => void connect(), 0)
      return
    }
    const wasRefused = REFUSALS.has(end.code)
    report(end, wasRefused)
    controllers.pass()
    timer = setTimeout(() => void connect(), backoff.nextMs(wasRefused))
  }

  return {
    start: () => void connect(),
    wake: () => session?.wake(),
    sendWork: (update) => session?.sendWork(update),
    renew() {
      // Between two connections the next one tells.
      if (session === null || isRenewing) return
      isRenewing = true
      session.finish()
    },
    trouble: () => trouble,
    alive() {
      trouble = null
      told.clear()
      backoff.reset()
      controllers.settle()
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
