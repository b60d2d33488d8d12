import type { z } from 'zod'
import { z as zod } from 'zod'
import { LinksResult } from './links.ts'
import { MetaTagsResult } from './meta-tags.ts'
import { RawHtmlResult } from './raw-html.ts'

/** The two sides of an analysis that controller and agents agree on. */
interface AnalysisShape {
  /** Besides the address; what the caller may choose. */
  readonly options: z.ZodObject
  /** Checked by the controller: an agent may be wrong, or lie. */
  readonly result: z.ZodType
}

const NoOptions = zod.object({})

/** Every analysis of one URL, by the last part of its path. */
export const ANALYSES = {
  links: { options: NoOptions, result: LinksResult },
  'meta-tags': { options: NoOptions, result: MetaTagsResult },
  'raw-html': { options: NoOptions, result: RawHtmlResult },
} as const satisfies Record<string, AnalysisShape>

export type AnalysisName = keyof typeof ANALYSES
export type AnalysisOptions<N extends AnalysisName> = z.output<(typeof ANALYSES)[N]['options']>
export type AnalysisResult<N extends AnalysisName> = z.output<(typeof ANALYSES)[N]['result']>
