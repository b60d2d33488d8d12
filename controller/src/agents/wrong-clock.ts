import type { Logger } from '@sightline/shared/logger'
import type { Clock } from '../process/clock.ts'
import { MAX_CLOCK_OFFSET_MS } from '../votes/clock-offset.ts'

/** Nothing is wrong with the work of a controller whose machine has the wrong time, but with its logs.
 *  @returns what looks at the clock, and tells when it is off and when it is right again */
export function createWrongClockLog(clock: Pick<Clock, 'offsetMs'>, log: Logger): () => void {
  let isTold = false
  return () => {
    const offsetMs = clock.offsetMs()
    const isWrong = Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS
    if (isWrong === isTold) return
    isTold = isWrong
    if (isWrong) {
      log.warn({ offsetMs }, "the clock of this machine is off: the database's time is used")
    } else log.info({ offsetMs }, 'the clock of this machine is right again')
  }
}
