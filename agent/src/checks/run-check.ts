import type { MonitorType } from '@sightline/shared/check-words'
import { TYPE_FROM_PROTO } from '@sightline/shared/check-words'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import type { Logger } from '@sightline/shared/logger'
import type { CheckContext, Checker, SpecOf, TakeBrowserTurn } from './checker.ts'
import type { CheckOutcome } from '../outcome/check-outcome.ts'
import { agentFault } from '../outcome/check-outcome.ts'
import type { Ailment } from '../self-test/probe.ts'
import type { Standstill } from '../self-test/standstill.ts'
import { startDeadline } from '../bounds/deadline.ts'
import type { WhoseWork } from '../net/whose-work.ts'
import { afterStandstill } from './after-standstill.ts'
import type { SettingsCache } from './settings-cache.ts'

/** Runs one check. Always resolves: a target's failure, a bug of the checker and a checker that never
 *  ends are outcomes.
 *  @param options.cancelled aborts when nobody waits for it any more
 *  @param options.takeBrowserTurn waits for the place of a page, which its time limit does not count */
export type RunCheck = (
  spec: CheckSpec,
  options?: { readonly cancelled?: AbortSignal; readonly takeBrowserTurn?: TakeBrowserTurn },
) => Promise<CheckOutcome>

/** The family of checkers, one per type. */
export type CheckerRegistry = { readonly [T in MonitorType]: Pick<Checker<T>, 'type' | 'run'> }

/** @param deps.checkers the registry; a test may bring its own */
export function createRunCheck(deps: {
  checkers: CheckerRegistry
  settings: SettingsCache
  /** What every check is given besides its limit. */
  tools: Omit<CheckContext, 'signal' | 'takeBrowserTurn'>
  /** Marks for whom a check is run. */
  runAs?: WhoseWork['runAs']
  /** What is wrong with the agent itself; null when it is well. */
  ailment: () => Ailment | null
  standstill: Standstill
  log: Logger
}): RunCheck {
  const runAs = deps.runAs ?? ((_, work) => work())
  const loggedKinds = new Set<string>()

  function logOnce(kind: string, fields: object, text: string): void {
    if (loggedKinds.has(kind)) return
    loggedKinds.add(kind)
    deps.log.error(fields, text)
  }

  async function run<T extends MonitorType>(
    checker: CheckerRegistry[T],
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
    { cancelled, takeBrowserTurn }: NonNullable<Parameters<RunCheck>[1]>,
  ): Promise<CheckOutcome> {
    const settings = deps.settings.parse(type, check.settingsJson)
    if (settings === null) {
      return agentFault('This agent does not understand the settings: it may need an update.')
    }
    const { url, timeoutMs } = check
    // One promise that either settles: a race would make five more for each check.
    const ended = Promise.withResolvers<CheckOutcome>()
    function abandon(): void {
      logOnce(`${type} abandoned`, { type }, 'a check ignored its time limit and was abandoned')
      ended.resolve(agentFault(`The check did not end at its limit of ${timeoutMs} ms.`))
    }
    const stoodStill = deps.standstill.watch()
    const deadline = startDeadline(timeoutMs, abandon, cancelled)
    try {
      const turn = takeBrowserTurn && { takeBrowserTurn: () => deadline.apart(takeBrowserTurn) }
      const context: CheckContext = { ...deps.tools, signal: deadline.signal, ...turn }
      const checker: CheckerRegistry[T] = deps.checkers[type]
      const spec: SpecOf<T> = { type, url, timeoutMs, settings }
      void runAs(check.forOperator, () => run(checker, spec, context)).then(ended.resolve)
      const outcome = await ended.promise
      // A shorter standstill spoils only what had no time left.
      const lackedTime = deadline.stoodStill() && outcome.status === 'down'
      return stoodStill() || lackedTime ? afterStandstill(outcome) : outcome
    } finally {
      deadline.end()
    }
  }

  /** What an agent that is not well saw says nothing about a target. */
  function asSeen(outcome: CheckOutcome, isForOperator: boolean): CheckOutcome {
    const ailment = deps.ailment()
    const { failure } = outcome
    if (outcome.status !== 'down' || failure === null || ailment === null) return outcome
    const { message: full, toldToOthers = full } = ailment
    const reason = isForOperator ? full : toldToOthers
    const message = `This agent is not well: ${reason}. What it saw: ${failure.message}`
    const seen = { ...failure, source: 'agent', cause: ailment.cause, message } as const
    return { ...outcome, status: 'unknown', failure: seen }
  }

  return async (spec, options = {}) => {
    if (spec.obstacle !== '') return agentFault(spec.obstacle)
    const type = TYPE_FROM_PROTO.get(spec.type)
    if (type !== undefined) return asSeen(await withDeadline(type, spec, options), spec.forOperator)
    return agentFault('This agent does not know this type of monitor: it may need an update.')
  }
}
