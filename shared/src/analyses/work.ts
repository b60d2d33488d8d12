import { z } from 'zod'
import type { AnalysisName } from './registry.ts'
import { ANALYSES } from './registry.ts'

const NAMES = Object.keys(ANALYSES) as [AnalysisName, ...AnalysisName[]]

/** What an agent is sent to analyse a page. */
export const AnalysisInput = z.object({
  name: z.enum(NAMES),
  /** Normalised. */
  url: z.url({ protocol: /^https?$/ }).max(16_384),
  /** Asked for without a scheme: http is tried when https cannot be reached. */
  isBare: z.boolean(),
  /** Those of the analysis; the controller has checked them. */
  options: z.record(z.string(), z.unknown()),
})

/** The result itself comes as JSON in the bytes beside this: it may be larger than a message, and hold
 *  characters that the database would refuse. */
export const AnalysisOutput = z.object({})
