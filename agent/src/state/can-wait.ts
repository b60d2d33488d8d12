import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckStatus } from '@sightline/shared/gen/probe/v1/result_pb'

/** Monitors whose last result was not up. Beyond it all are forgotten, and those that recover wait for a moment;
 *  those that people removed while they were down stay in it. */
const MAX_TROUBLED = 100_000

type Told = Pick<CheckResult, 'monitorId' | 'attempt' | 'confirmation' | 'status'>

/** Tells of each result whether nobody waits for it: of the grid, up, and of a monitor that was not anything else
 *  before. */
export function createCanWait(): (result: Told) => boolean {
  const troubled = new Set<number>()
  return ({ monitorId, attempt, confirmation, status }) => {
    if (status !== CheckStatus.UP) {
      if (troubled.size >= MAX_TROUBLED) troubled.clear()
      troubled.add(monitorId)
      return false
    }
    const hasRecovered = troubled.delete(monitorId)
    return !hasRecovered && attempt === 0 && !confirmation
  }
}
