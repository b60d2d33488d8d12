import { create } from '@bufbuild/protobuf'
import type { MonitorType } from '@sightline/shared/check-words'
import type { RawSettings } from '@sightline/shared/monitor-types/description'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { knownSettings, unknownSettings } from '@sightline/shared/monitor-types/sparse-settings'
import { CheckSpecSchema } from '@sightline/shared/gen/probe/v1/check_pb'
import { MonitorTestInput, UptimeCheckInput } from '@sightline/shared/uptime-check'
import type { WorkOutput } from '@sightline/shared/work-kinds'
import type { CheckOutcome } from '../outcome/check-outcome.ts'
import { printable } from '../outcome/printable.ts'
import type { WhoseWork } from '../net/whose-work.ts'
import type { Lanes } from '../bounds/lanes.ts'
import type { RunCheck } from '../checks/run-check.ts'
import { hostOf } from '../net/target-host.ts'
import type { JsonWorker } from '../outcome/work.ts'
import { WorkRefusal } from '../outcome/work.ts'

const MAX_MESSAGE_LENGTH = 1_000

function reportOf(outcome: CheckOutcome): WorkOutput<'uptimeCheck'> {
  const { status, statusCode, responseMs, timings, ip, failure } = outcome
  return {
    status,
    statusCode,
    responseMs,
    timings,
    ip,
    failure:
      failure === null
        ? null
        : { ...failure, message: printable(failure.message, MAX_MESSAGE_LENGTH) },
  }
}

/** What the worker needs of an agent. */
export interface OneOffCheckDeps {
  readonly lanes: Pick<Lanes, 'onDemand'>
  readonly runCheck: RunCheck
  /** Whom the present work is for. */
  readonly isOperators: WhoseWork['isOperators']
}

const NOT_UNDERSTOOD = 'This agent does not understand what to check.'

/** A check that no monitor asked for. */
interface OneOffCheck {
  readonly type: MonitorType
  readonly url: string
  readonly timeoutMs: number
  /** What differs from the defaults. */
  readonly settings: RawSettings
}

/** Runs a check that no monitor asked for, with the default settings of its type. */
export function createOneOffCheckWorker(deps: OneOffCheckDeps): JsonWorker {
  return async (input, signal) => {
    const asked = UptimeCheckInput.safeParse(input)
    if (!asked.success) throw new WorkRefusal('badRequest', NOT_UNDERSTOOD)
    return checkOnce(deps, { ...asked.data, settings: {} }, signal)
  }
}

/** Runs a check of a monitor that is not saved yet, by its settings. */
export function createMonitorTestWorker(deps: OneOffCheckDeps): JsonWorker {
  return async (input, signal) => {
    const asked = MonitorTestInput.safeParse(input)
    if (!asked.success) throw new WorkRefusal('badRequest', NOT_UNDERSTOOD)
    const { type, settings } = asked.data
    const { shape } = descriptionOf(type)
    const [unknown] = Object.keys(unknownSettings(settings, knownSettings(shape, settings)))
    if (unknown !== undefined) {
      const setting = printable(unknown, 100)
      throw new WorkRefusal('badRequest', `This agent does not know "${setting}": update it.`)
    }
    return checkOnce(deps, asked.data, signal)
  }
}

/** It keeps the limit per host like every other check, and its result is told to whoever asked and stored nowhere. */
async function checkOnce(
  deps: OneOffCheckDeps,
  { type, url, timeoutMs, settings }: OneOffCheck,
  signal: AbortSignal,
): Promise<WorkOutput<'uptimeCheck'>> {
  const spec = create(CheckSpecSchema, {
    type: descriptionOf(type).number,
    url,
    timeoutMs,
    settingsJson: JSON.stringify(settings),
    // Its turn comes at another's place in the code.
    forOperator: deps.isOperators(),
  })
  const { promise, resolve, reject } = Promise.withResolvers<WorkOutput<'uptimeCheck'>>()
  deps.lanes.onDemand.pass(hostOf(url), false, (leave) => {
    if (signal.aborted) {
      leave()
      return
    }
    deps.runCheck(spec, { cancelled: signal }).then(reportOf).then(resolve, reject).finally(leave)
  })
  signal.addEventListener(
    'abort',
    () => reject(new WorkRefusal('unavailable', 'The agent has too much to do: try again.')),
    { once: true },
  )
  return promise
}
