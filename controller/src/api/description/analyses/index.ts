import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { LINKS_WORDS } from './links.ts'
import { META_TAGS_WORDS } from './meta-tags.ts'
import { RAW_HTML_WORDS } from './raw-html.ts'
import type { AnalysisWords } from './words.ts'

/** The words of every analysis. */
export const ANALYSIS_WORDS = {
  links: LINKS_WORDS,
  'meta-tags': META_TAGS_WORDS,
  'raw-html': RAW_HTML_WORDS,
} as const satisfies { [N in AnalysisName]: AnalysisWords<N> }

/** The id of an analysis' operation: "meta-tags" is "metaTags". */
export const analysisOperation = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A whole answer of every analysis, by operation. */
export const ANALYSIS_EXAMPLES = Object.fromEntries(
  Object.entries(ANALYSIS_WORDS).map(([name, { example }]) => [
    analysisOperation(name),
    { answers: { 200: { example } } },
  ]),
)
