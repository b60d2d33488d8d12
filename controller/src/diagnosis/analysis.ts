import type { Cause } from '@sightline/shared/causes'
import { CAUSES } from '@sightline/shared/causes'
import { PHASES, RESULT_STATUSES } from '@sightline/shared/check-words'
import { TRACE_VERDICTS } from '@sightline/shared/traceroute'
import { z } from 'zod'

/** Words of `category`, the first broken layer first. */
const CATEGORIES = [...new Set(Object.values(CAUSES).map(({ category }) => category))]

const CauseWord = z.enum(Object.keys(CAUSES) as Cause[])
const time = z.iso.datetime({ precision: 3 })
const milliseconds = z.number().nullable()

const VerdictShape = z.object({
  cause: CauseWord,
  category: z.enum(CATEGORIES),
  scope: z.enum(['global', 'regional']),
  /** 0 to 1. */
  confidence: z.number(),
  title: z.string(),
  explanation: z.string(),
  advice: z.array(z.string()),
})

const CheckShape = z.object({
  region: z.string(),
  at: time,
  status: z.enum(RESULT_STATUSES),
  statusCode: z.int().nullable(),
  responseMs: milliseconds,
  cause: CauseWord.nullable(),
  error: z.string().nullable(),
  ip: z.string().nullable(),
})

const PathShape = z.object({
  target: z.string().nullable(),
  reached: z.boolean(),
  verdict: z.enum(TRACE_VERDICTS),
  text: z.string(),
  hops: z.array(
    z.object({
      hop: z.int(),
      ip: z.string().nullable(),
      hostname: z.string().nullable(),
      avgMs: milliseconds,
      lossPercent: z.number(),
    }),
  ),
})

/** Why an outage began, as it is stored with it and told. Times are ISO 8601 UTC.
 *  Source: decisions, section 7 */
export const Analysis = z.object({
  verdict: VerdictShape,
  alternatives: z.array(VerdictShape),
  regions: z.array(
    z.object({
      region: z.string(),
      status: z.enum(RESULT_STATUSES),
      cause: CauseWord.nullable(),
      phase: z.enum(PHASES).nullable(),
      error: z.string().nullable(),
      responseMs: milliseconds,
      ip: z.string().nullable(),
    }),
  ),
  evidence: z.array(
    z.object({
      kind: z.string(),
      region: z.string().nullable(),
      at: time,
      title: z.string(),
      observed: z.string(),
      expected: z.string().nullable(),
      /** Of a trace; those of before do not have it. */
      path: PathShape.optional(),
    }),
  ),
  lastGood: CheckShape.nullable(),
  firstBad: CheckShape.nullable(),
  related: z.array(z.object({ monitorId: z.string(), reason: z.string() })),
  generatedAt: time,
})
export type Analysis = z.output<typeof Analysis>
export type Verdict = Analysis['verdict']
export type EvidenceItem = Analysis['evidence'][number]
export type TracePath = NonNullable<EvidenceItem['path']>

/** An analysis as it is stored: with the ways that led to the target, for the next one to compare, and
 *  whether agents were asked. */
export const StoredAnalysis = z.object({
  analysis: Analysis,
  isGathered: z.boolean(),
  traces: z.array(
    z.object({
      region: z.string(),
      atMs: z.number(),
      hops: z.array(z.object({ hop: z.int(), ip: z.string().nullable() })).readonly(),
    }),
  ),
})
export type StoredAnalysis = z.output<typeof StoredAnalysis>
