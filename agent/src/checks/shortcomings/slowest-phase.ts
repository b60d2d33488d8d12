import type { Cause } from '@sightline/shared/causes'
import type { Phase } from '@sightline/shared/check-words'
import type { PhaseTimings } from '../../outcome/check-outcome.ts'

const PHASES = [
  ['dnsMs', 'dns', 'slowDns'],
  ['connectMs', 'connect', 'slowConnect'],
  ['tlsMs', 'tls', 'slowTls'],
  ['firstByteMs', 'firstByte', 'slowServer'],
  ['downloadMs', 'download', 'slowDownload'],
] as const satisfies readonly (readonly [keyof PhaseTimings, Phase, Cause])[]

/** The phase that took longest, as the cause of a slow answer. */
export function slowestPhase(timings: PhaseTimings): { phase: Phase; cause: Cause } {
  let slowest: (typeof PHASES)[number] = PHASES[3]
  for (const each of PHASES) {
    if ((timings[each[0]] ?? 0) > (timings[slowest[0]] ?? 0)) slowest = each
  }
  return { phase: slowest[1], cause: slowest[2] }
}
