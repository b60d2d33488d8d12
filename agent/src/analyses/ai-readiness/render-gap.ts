import { HIDDEN_BELOW_SHARE, HIDDEN_FROM_WORDS } from '@sightline/shared/analyses/ai-readiness'
import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { RenderedDocument } from '../../page/rendered-document.ts'
import type { PageFacts } from '../../page/facts.ts'
import { countWords } from '../../text/words.ts'
import { kindOf } from '../links/kind.ts'

type RenderGap = AnalysisResult<'ai-readiness'>['aiSearchReadiness']['renderGap']

const NOTHING = { words: 0, links: 0, jsonLd: 0 }

function measure({ document, text, anchors, structuredData }: PageFacts): typeof NOTHING {
  const listed = anchors.list.filter((anchor) => kindOf(anchor, document.url) === 'web')
  return {
    words: countWords(text.blocks),
    links: listed.length + anchors.beyond.internal + anchors.beyond.external,
    jsonLd: structuredData.jsonLd.length,
  }
}

/** What of a page only its scripts make, which most crawlers of AI companies do not run. Words, links and
 *  JSON-LD are counted by the same rules in what the server sends and in what scripts make of it.
 *  @param renderedFacts null where the page was not rendered */
export function renderGapOf(
  facts: PageFacts,
  renderedFacts: PageFacts | null,
  rendered: RenderedDocument,
): RenderGap {
  const raw = measure(facts)
  const after = renderedFacts === null ? NOTHING : measure(renderedFacts)
  return {
    checked: renderedFacts !== null,
    reason: rendered.html === null ? rendered.reason : null,
    complete: renderedFacts !== null && rendered.html !== null && rendered.isComplete,
    rawWordCount: raw.words,
    renderedWordCount: after.words,
    rawLinks: raw.links,
    renderedLinks: after.links,
    rawJsonLd: raw.jsonLd,
    renderedJsonLd: after.jsonLd,
    contentHiddenFromAiCrawlers:
      after.words >= HIDDEN_FROM_WORDS && raw.words < HIDDEN_BELOW_SHARE * after.words,
  }
}
