import { create } from '@bufbuild/protobuf'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { CheckSpecSchema } from '@sightline/shared/gen/probe/v1/check_pb'
import { UptimeCheckInput } from '@sightline/shared/uptime-check'
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

/** Runs a check that no monitor asked for, with the default settings of its type. It keeps the limit
 *  per host like every other, and its result is told to whoever asked and stored nowhere. */
export function createOneOffCheckWorker(deps: OneOffCheckDeps): JsonWorker {
  return async (input, signal) => {
    const asked = UptimeCheckInput.safeParse(input)
    if (!asked.success) {
      throw new WorkRefusal('badRequest', 'This agent does not understand what to check.')
    }
    const { type, url, timeoutMs } = asked.data
    const spec = create(CheckSpecSchema, {
      type: descriptionOf(type).number,
      url,
      timeoutMs,
      settingsJson: '{}',
      // Its turn comes at another's place in the code.
      forOperator: deps.isOperators(),
    })
    const { promise, resolve, reject } = Promise.withResolvers<WorkOutput<'uptimeCheck'>>()
    deps.lanes.onDemand.pass(hostOf(url), false, (leave) => {
      if (signal.aborted) {
        leave()
        return
      }
      deps.runCheck(spec, signal).then(reportOf).then(resolve, reject).finally(leave)
    })
    signal.addEventListener(
      'abort',
      () => reject(new WorkRefusal('unavailable', 'The agent has too much to do: try again.')),
      { once: true },
    )
    return promise
  }
}
