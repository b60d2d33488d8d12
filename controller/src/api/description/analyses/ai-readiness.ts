import { FAQ_RICH_RESULTS_NOTE } from '@sightline/shared/analyses/ai-readiness'
import type { AnalysisWords } from './words.ts'

export const AI_READINESS_WORDS: AnalysisWords<'ai-readiness'> = {
  summary: 'Tell how ready a site is for AI agents and AI search',
  description:
    'Asks the site of the page (where it came from after redirects) for about twenty files and renders the page once; allow up to 30 seconds. Each file has 5 s and all have 10 s, at most 5 redirects within the site are followed and 256 kB are read; what does not come, or leads elsewhere, counts as absent. A file counts when it is of the right kind: JSON with the member that its format has, or a text that is no HTML. Where the site answers 200 for an address that nobody made, HTML and answers like that one count as absent. The score leaves commerce out: 16 checks count. DNS records are asked of the resolver that the operator chose (SIGHTLINE_DOH_URL), for the host and for it without "www."; addresses and private names are not looked up. Everything in `aiSearchReadiness` is about the page as the server sends it, because most AI crawlers run no scripts; of the first 1,000 headings and 5,000 links. Words, links and JSON-LD are counted in the same way before and after scripts ran; where the agent has no browser, or rendering fails, `checked` is false, `reason` says why, and the rendered counts are 0. A heading is a question by its mark, or by its first word in the language of the page (English, German, French, Spanish, Italian, Dutch, Portuguese) when it has three words. `numbers` and `statistics` leave navigation, header, footer and asides out. Authoritative are domains of governments, universities, armed forces and treaty organisations, of standards bodies, and of published research (doi.org for example); Wikipedia is not. About, contact and privacy pages are known by their addresses and the texts of links, in several languages.',
  // What is there only for sites that have it.
  told: {
    aiSearchReadiness: {
      llmsTxt: { isMarkdown: true, linkCount: 24, looksLikeSitemapDump: false },
      schemaDeprecation: { faqRichResultsDeprecated: FAQ_RICH_RESULTS_NOTE },
    },
  },
}
