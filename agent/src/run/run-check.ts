import type { MonitorType } from '@sightline/shared/check-words'
import { TYPE_FROM_PROTO } from '@sightline/shared/check-words'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import type { Logger } from '@sightline/shared/logger'
import type { CheckContext, CheckOutcome, Checker, SpecOf } from '../checks/checker.ts'
import { agentFault } from '../checks/checker.ts'
import type { SettingsCache } from './settings-cache.ts'

/** A check tells itself how far it got when its signal aborts; one that does not within this time is
 *  abandoned. */
const GRACE_MS = 250
/** A check that took this much longer than its limit ran in a process that stood still (SIGSTOP, a
 *  suspended machine): what it saw says nothing about the target. */
const STOOD_STILL_MS = 2_000

/** Given as the reason of an abort: without one each check would make a DOMException with its stack
 *  (50 µs), which nobody reads. */
const OVER = 'the check is over'

/** Runs one check. Always resolves: a target's failure, a bug of the checker and a checker that never
 *  ends are outcomes. */
export type RunCheck = (spec: CheckSpec) => Promise<CheckOutcome>

/** The family of checkers, one per type. */
export type CheckerRegistry = { readonly [T in MonitorType]: Checker<T> }

/** @param deps.checkers the registry; a test may bring its own */
export function createRunCheck(deps: {
  checkers: CheckerRegistry
  settings: SettingsCache
  /** What every check is given besides its limit. */
  tools: Omit<CheckContext, 'signal'>
  log: Logger
}): RunCheck {
  const loggedKinds = new Set<string>()

  function logOnce(kind: string, fields: object, text: string): void {
    if (loggedKinds.has(kind)) return
    loggedKinds.add(kind)
    deps.log.error(fields, text)
  }

  async function run<T extends MonitorType>(
    checker: Checker<T>,
    spec: SpecOf<T>,
    context: CheckContext,
  ): Promise<CheckOutcome> {
    try {
      return await checker.run(spec, context)
    } catch (error) {
      const name = error instanceof Error ? `${error.name} ${error.message}` : String(error)
      logOnce(`${spec.type} ${name}`, { err: error, type: spec.type }, 'a check failed by a bug')
      return agentFault('The agent could not run the check because of an error of its own.')
    }
  }

  // T ties the settings to the checker inside the function.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  async function withDeadline<T extends MonitorType>(
    type: T,
    check: CheckSpec,
  ): Promise<CheckOutcome> {
    const settings = deps.settings.parse(type, check.settingsJson)
    if (settings === null) {
      return agentFault('This agent does not understand the settings: it may need an update.')
    }
    const { url, timeoutMs } = check
    const limit = new AbortController()
    const abandoned = Promise.withResolvers<CheckOutcome>()
    const abort = setTimeout(() => limit.abort(OVER), timeoutMs)
    const abandon = setTimeout(() => {
      logOnce(`${type} abandoned`, { type }, 'a check ignored its time limit and was abandoned')
      abandoned.resolve(agentFault(`The check did not end at its limit of ${timeoutMs} ms.`))
    }, timeoutMs + GRACE_MS)
    const startedAtMs = performance.now()
    try {
      const context: CheckContext = { ...deps.tools, signal: limit.signal }
      const checker: Checker<T> = deps.checkers[type]
      const running = run(checker, { type, url, timeoutMs, settings }, context)
      const outcome = await Promise.race([running, abandoned.promise])
      const stoodStill = performance.now() - startedAtMs > timeoutMs + STOOD_STILL_MS
      return stoodStill && outcome.status === 'down'
        ? agentFault('The agent stood still during the check, so its outcome says nothing.')
        : outcome
    } finally {
      clearTimeout(abort)
      clearTimeout(abandon)
      // What a finished or abandoned check still holds open ends here.
      limit.abort(OVER)
    }
  }

  return async (spec) => {
    const type = TYPE_FROM_PROTO.get(spec.type)
    if (type !== undefined) return withDeadline(type, spec)
    return agentFault('This agent does not know this type of monitor: it may need an update.')
  }
}
