import type { AlertedOutageRow } from '../../db/alert-planning.ts'

/** Whether an outage ended because the target works again, and not because of a pause, maintenance or
 *  nobody being able to check it any more. */
export function hasRecovered({ endedAs }: AlertedOutageRow): boolean {
  return endedAs === 'up' || endedAs === 'degraded'
}
