import { phasesBegin, tracePhases } from '@sightline/shared/tracing/trace'
import type { PhaseTimings } from '../outcome/check-outcome.ts'

/** What the phases of an exchange are called in a trace. */
const PHASES = {
  dnsMs: 'dns',
  connectMs: 'connect',
  tlsMs: 'tls',
  firstByteMs: 'first byte',
  downloadMs: 'download',
} as const satisfies Record<keyof PhaseTimings, string>

const PHASE_FIELDS = Object.keys(PHASES) as (keyof PhaseTimings)[]

/** Does an exchange; its phases are parts of the trace that is going on, where one is. */
export async function phased<Its extends { readonly timings: PhaseTimings } | null>(
  doing: () => Promise<Its>,
): Promise<Its> {
  const beganAtMs = phasesBegin()
  const done = await doing()
  if (beganAtMs !== null && done !== null) {
    tracePhases(
      beganAtMs,
      PHASE_FIELDS.map((field) => [PHASES[field], done.timings[field]]),
    )
  }
  return done
}
