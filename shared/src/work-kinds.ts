import type { z } from 'zod'
import type { Capability } from './check-words.ts'
import { TracerouteInput, TracerouteOutput } from './traceroute.ts'
import { UptimeCheckInput, UptimeCheckOutput } from './uptime-check.ts'

/** Something an agent does once, on demand. */
interface KindOfWork {
  readonly input: z.ZodType
  /** Checked by the controller: an agent may be wrong, or lie. */
  readonly output: z.ZodType
  /** What an agent must be able to do; null where the input decides. */
  readonly capability: Capability | null
}

/** Every kind of work on demand: agents have a worker for each, the controller asks for no other. */
export const WORK_KINDS = {
  traceroute: { input: TracerouteInput, output: TracerouteOutput, capability: 'traceroute' },
  uptimeCheck: { input: UptimeCheckInput, output: UptimeCheckOutput, capability: null },
} as const satisfies Record<string, KindOfWork>

export type WorkKind = keyof typeof WORK_KINDS
export type WorkInput<K extends WorkKind> = z.input<(typeof WORK_KINDS)[K]['input']>
export type WorkOutput<K extends WorkKind> = z.output<(typeof WORK_KINDS)[K]['output']>
