import { readJsonLdBlock } from '../page/structured-data/json-ld/block.ts'
import { languageOf } from '../text/language.ts'
import { checkAgents, foundBy, readFiles } from './ai-readiness/agent-checks.ts'
import { judgeStructure } from './ai-readiness/answer-engine.ts'
import { judgeTrust } from './ai-readiness/eeat.ts'
import { judgeLlmsTxt } from './ai-readiness/llms-txt.ts'
import { judgeProof } from './ai-readiness/proof-signals.ts'
import { renderGapOf } from './ai-readiness/render-gap.ts'
import { judgeTypes } from './ai-readiness/schema-deprecation.ts'
import { scoreOf } from './ai-readiness/score.ts'
import type { Analysis } from './analysis.ts'
import { describedItems } from './structured-data/described-items.ts'

/** Things that a page describes and that are looked at. */
const MAX_ITEMS = 1_000

/** Whether AI agents can work with a site, and AI search can read and cite a page as it is sent.
 *  Source: contract, "AI and agent readiness result" */
export const aiReadinessAnalysis: Analysis<
  'ai-readiness',
  'page' | 'facts' | 'robots' | 'probes' | 'agentNames' | 'rendered' | 'renderedFacts'
> = {
  needs: ['page', 'facts', 'robots', 'probes', 'agentNames', 'rendered', 'renderedFacts'],
  async analyse({ page, facts, rendered, renderedFacts, ...site }) {
    const files = readFiles(site.probes)
    const checks = checkAgents(site, files)
    const blocks = facts.structuredData.jsonLd.map(({ text }) => readJsonLdBlock(text))
    const items = describedItems(blocks, facts.structuredData, MAX_ITEMS)
    const nodes = items.map(({ node }) => node)
    const pageUrl = new URL(page.url)
    const language = await languageOf(facts.document.lang, facts.text.blocks)
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      agentReadiness: { ...scoreOf(checks), checks },
      aiSearchReadiness: {
        renderGap: renderGapOf(facts, renderedFacts, rendered),
        llmsTxt: judgeLlmsTxt(foundBy('llmsTxt', files)?.text ?? null),
        answerEngine: judgeStructure(facts, language),
        proofSignals: judgeProof(facts, pageUrl),
        eeat: judgeTrust(facts, nodes, pageUrl),
        schemaDeprecation: judgeTypes(blocks, facts.structuredData),
      },
    }
  },
}
