import type { z } from 'zod'
import { AnalysisInput, AnalysisOutput } from './analyses/work.ts'
import type { Capability } from './check-words.ts'
import { CrawlBatchInput, CrawlBatchOutput, CrawlOpening, CrawlOpeningInput } from './crawl/work.ts'
import { DiagnosisInput, DiagnosisOutput } from './diagnosis.ts'
import { TracerouteInput, TracerouteOutput } from './traceroute.ts'
import { MonitorTestInput, UptimeCheckInput, UptimeCheckOutput } from './uptime-check.ts'

/** Something an agent does once, on demand. */
interface KindOfWork {
  readonly input: z.ZodType
  /** Checked by the controller: an agent may be wrong, or lie. */
  readonly output: z.ZodType
  /** What an agent must be able to do; null where the input decides. */
  readonly capability: Capability | null
  /** Whether bytes come beside the output, in parts, such as an image. */
  readonly hasBytes: boolean
  /** Most pieces an agent gets at once. It has a lane for each kind, and a queue behind it would outlive
   *  those who wait. */
  readonly maxOpen: number
}

/** Every kind of work on demand: agents have a worker for each, the controller asks for no other. */
export const WORK_KINDS = {
  traceroute: {
    input: TracerouteInput,
    output: TracerouteOutput,
    capability: 'traceroute',
    hasBytes: false,
    maxOpen: 8,
  },
  uptimeCheck: {
    input: UptimeCheckInput,
    output: UptimeCheckOutput,
    capability: null,
    hasBytes: false,
    maxOpen: 50,
  },
  monitorTest: {
    input: MonitorTestInput,
    output: UptimeCheckOutput,
    capability: null,
    hasBytes: false,
    maxOpen: 50,
  },
  analysis: {
    input: AnalysisInput,
    output: AnalysisOutput,
    capability: 'analysis',
    hasBytes: true,
    maxOpen: 16,
  },
  rendering: {
    input: AnalysisInput,
    output: AnalysisOutput,
    capability: 'browser',
    hasBytes: true,
    maxOpen: 8,
  },
  diagnose: {
    input: DiagnosisInput,
    output: DiagnosisOutput,
    capability: 'diagnose',
    hasBytes: false,
    maxOpen: 4,
  },
  crawlOpening: {
    input: CrawlOpeningInput,
    output: CrawlOpening,
    capability: 'crawl',
    hasBytes: true,
    maxOpen: 4,
  },
  crawlBatch: {
    input: CrawlBatchInput,
    output: CrawlBatchOutput,
    capability: 'crawl',
    hasBytes: true,
    maxOpen: 4,
  },
} as const satisfies Record<string, KindOfWork>

export type WorkKind = keyof typeof WORK_KINDS

/** Kinds of work that may need a capability: those that name it, and those whose input decides where it
 *  is one of checks. */
export function kindsNeeding(capability: string): readonly WorkKind[] {
  const kinds = Object.keys(WORK_KINDS) as WorkKind[]
  const named = kinds.filter((kind) => WORK_KINDS[kind].capability === capability)
  // Checks may need a browser too.
  if (named.length > 0 && capability !== 'browser') return named
  return [...named, ...kinds.filter((kind) => WORK_KINDS[kind].capability === null)]
}

export type WorkInput<K extends WorkKind> = z.input<(typeof WORK_KINDS)[K]['input']>
export type WorkOutput<K extends WorkKind> = z.output<(typeof WORK_KINDS)[K]['output']>
