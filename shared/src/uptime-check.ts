import { z } from 'zod'
import { isCause } from './causes.ts'
import { FAILURE_SOURCES, MONITOR_TYPES, PHASES, RESULT_STATUSES } from './check-words.ts'

/** A check that no monitor asked for: what an agent is to do once. Settings are the type's own. */
export const UptimeCheckInput = z.object({
  type: z.enum(MONITOR_TYPES),
  url: z.string(),
  timeoutMs: z.int(),
})

/** A check by the settings of a monitor that is not saved yet; of those what differs from the defaults. An agent that
 *  does not know the kind of work refuses it and asks for an update, in place of checking by the defaults. */
export const MonitorTestInput = UptimeCheckInput.extend({
  settings: z.record(z.string(), z.unknown()),
})

/** Far above every time limit. */
const MAX_MS = 3_600_000

const ms = z.number().nonnegative().max(MAX_MS).nullable()

/** What it found, in the words of a check result. */
export const UptimeCheckOutput = z.object({
  status: z.enum(RESULT_STATUSES),
  statusCode: z.int().nullable(),
  responseMs: ms,
  timings: z.object({ dnsMs: ms, connectMs: ms, tlsMs: ms, firstByteMs: ms, downloadMs: ms }),
  ip: z.string().max(64).nullable(),
  failure: z
    .object({
      source: z.enum(FAILURE_SOURCES),
      phase: z.enum(PHASES).nullable(),
      cause: z.string().refine(isCause),
      message: z.string().max(2_000),
      /** The target has only addresses that may not be reached. */
      isBlocked: z.boolean().optional(),
    })
    .nullable(),
})
export type UptimeCheckOutput = z.output<typeof UptimeCheckOutput>
