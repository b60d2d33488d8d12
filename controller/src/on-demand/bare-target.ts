import { AppError } from '@sightline/shared/errors'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { MonitorTarget } from '@sightline/shared/monitor-url'
import { MonitorUrlError, parseMonitorUrl } from '@sightline/shared/monitor-url'

/** What an address of a query leads to, without settings beside it.
 *  @param parameter its name in the query
 *  @throws AppError badRequest */
export function readBareTarget(parameter: string, address: string): MonitorTarget {
  try {
    const target = parseMonitorUrl(address)
    const problem = descriptionOf(target.type).bareTargetProblem(target)
    if (problem !== null) throw new MonitorUrlError(problem)
    return target
  } catch (error: unknown) {
    if (!(error instanceof MonitorUrlError)) throw error
    const { message } = error
    throw new AppError(
      'badRequest',
      `The query parameter "${parameter}" cannot be used: ${message}.`,
    )
  }
}
