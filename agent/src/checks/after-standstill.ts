import type { CheckOutcome } from '../outcome/check-outcome.ts'
import { agentFault, NO_TIMINGS } from '../outcome/check-outcome.ts'

const SLOW_CAUSES: ReadonlySet<string> = new Set([
  'slowDns',
  'slowConnect',
  'slowTls',
  'slowServer',
  'slowDownload',
  'packetLoss',
])

/** What an outcome says when the agent stood still during the check: that the target answered holds, how long it took
 *  does not, and neither does a failure: the answer may have been missed. Pure. */
export function afterStandstill(outcome: CheckOutcome): CheckOutcome {
  const { status, failure } = outcome
  const isOurs = status === 'down' || SLOW_CAUSES.has(failure?.cause ?? '')
  return isOurs
    ? agentFault('The agent stood still during the check, so its outcome says nothing.')
    : { ...outcome, responseMs: null, timings: NO_TIMINGS }
}
