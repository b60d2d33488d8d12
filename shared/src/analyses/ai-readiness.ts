import { z } from 'zod'
import { FETCHED_PAGE } from './fetched-page.ts'

/** How many types a result lists, and the longest that is shown, in characters. */
export const MAX_DETECTED_TYPES = 500
export const MAX_TYPE_LENGTH = 200

/** Below this share of the rendered words in what the server sends, content counts as hidden from crawlers
 *  that run no scripts; pages with fewer words than the other figure hide nothing.
 *  Source: analyses design, section 1, "ai-readiness" */
export const HIDDEN_BELOW_SHARE = 0.5
export const HIDDEN_FROM_WORDS = 50

/** Headings phrased as questions that make a page one of questions and answers.
 *  Source: contract, "answerEngine" */
export const QA_FROM_QUESTIONS = 3

/** What became of the rich results of FAQPage. Source: Google Search Central, August 2023 ("Changes to HowTo
 *  and FAQ rich results"); their end in 2026 is told by others */
export const FAQ_RICH_RESULTS_NOTE =
  'Since August 2023 Google has shown FAQ rich results only for well-known government and health sites, and in 2026 they were reported to have ended altogether. The markup does no harm, and may still help machines to read questions and answers.'

const is = (description: string, example = false) => z.boolean().meta({ description, example })
const count = (description: string, example: number) =>
  z.int().min(0).meta({ description, example })

/** Every leaf of `agentReadiness.checks`. Source: contract, "agentReadiness" */
const Checks = z.object({
  discoverability: z
    .object({
      robotsTxt: is(
        'A /robots.txt was served: status 200, no HTML, with a User-agent or Sitemap.',
        true,
      ),
      sitemap: is('robots.txt advertises a Sitemap URL.', true),
      linkHeaders: is('The homepage response has an HTTP Link header (RFC 8288).'),
      dnsAid: is(
        'SVCB or HTTPS records at _index, _a2a or _mcp under _agents.<host> advertise agent entrypoints; asked over DNS over HTTPS.',
      ),
    })
    .meta({ description: 'Whether agents find what the site offers.' }),
  content: z
    .object({
      markdownNegotiation: is(
        'The page returns text/markdown when Accept: text/markdown is sent.',
        true,
      ),
      llmsTxt: is('/llms.txt exists.', true),
    })
    .meta({ description: 'Whether content comes in a form made for models.' }),
  botAccess: z
    .object({
      aiBotRulesInRobots: is(
        'robots.txt names specific AI bots with explicit allow or disallow rules.',
        true,
      ),
      webBotAuth: is('/.well-known/http-message-signatures-directory exists.'),
      contentSignals: is(
        'robots.txt declares a Content-Signal directive that says yes or no to search, ai-input or ai-train.',
        true,
      ),
    })
    .meta({ description: 'Whether the site tells AI crawlers what they may do.' }),
  apiAuthMcp: z
    .object({
      apiCatalog: is('/.well-known/api-catalog exists (RFC 9727).'),
      oauthOidcDiscovery: is(
        '/.well-known/openid-configuration or /.well-known/oauth-authorization-server exists (RFC 8414).',
      ),
      oauthProtectedResource: is('/.well-known/oauth-protected-resource exists (RFC 9728).'),
      authMd: is('/auth.md exists.'),
      mcpServerCard: is('/.well-known/mcp/server-card.json exists.'),
      agentSkillsIndex: is('/.well-known/agent-skills/index.json exists.'),
    })
    .meta({ description: 'Whether agents can find its interfaces, and sign in.' }),
  commerce: z
    .object({
      x402: is('HTTP 402 agent payments are advertised.'),
      mpp: is('An openapi.json carries x-payment-info.'),
      ucp: is('/.well-known/ucp exists.'),
      acp: is('/.well-known/acp.json exists.'),
    })
    .meta({ description: 'Whether agents can buy; informational, no part of the score.' }),
  extras: z
    .object({ securityTxt: is('/.well-known/security.txt exists (RFC 9116).', true) })
    .meta({ description: 'What else a well-kept site has.' }),
})

const AgentReadiness = z.object({
  score: z.int().min(0).max(100).meta({
    description: 'Share of scored checks that pass, in percent, rounded. Commerce is excluded.',
    example: 44,
  }),
  passed: count('Scored checks passed.', 7),
  total: count('Scored checks in total.', 16),
  grade: z.enum(['A', 'B', 'C', 'D', 'F']).meta({
    description:
      'A when score is at least 80, B at least 60, C at least 40, D at least 20, else F.',
    example: 'C',
  }),
  checks: Checks.meta({ description: 'What was looked for, in groups.' }),
})

const RenderGap = z.object({
  checked: is('The raw-versus-rendered comparison ran.', true),
  reason: z.string().max(600).nullable().meta({
    description: 'Why it did not run, a sentence; null where it did.',
  }),
  // Agents of before compared a page as far as it came, and did not say so.
  complete: z.boolean().prefault(false).meta({
    description:
      'The page was loaded, and got all that it asked for. false where it was compared as far as it came, or not at all.',
    example: true,
  }),
  rawWordCount: count('Words in what the server sends.', 812),
  renderedWordCount: count('Words after scripts ran; 0 where the comparison did not run.', 845),
  rawLinks: count('Links to http and https addresses in what the server sends.', 61),
  renderedLinks: count('The same after scripts ran.', 64),
  rawJsonLd: count('Scripts of JSON-LD in what the server sends.', 1),
  renderedJsonLd: count('The same after scripts ran.', 1),
  contentHiddenFromAiCrawlers: is(
    `Most content only appears after JavaScript runs: at least ${HIDDEN_FROM_WORDS} rendered words, and less than ${HIDDEN_BELOW_SHARE * 100} % of their number in what the server sends.`,
  ),
})

const LlmsTxt = z.object({
  present: is('/llms.txt exists.', true),
  isMarkdown: is('Its first line is a heading, "# Name". When present only.', true).optional(),
  linkCount: count('Links in it. When present only.', 24).optional(),
  looksLikeSitemapDump: is(
    'A warning: a list of links that is too long and not told apart (over 100 links with notes at fewer than 20 %, or over 50 with notes at fewer than half and over 80 % in one section). When present only.',
  ).optional(),
})

const AnswerEngine = z.object({
  questionHeadings: count('H2 and H3 headings phrased as questions.', 4),
  hasQAStructure: is(`At least ${QA_FROM_QUESTIONS} headings are questions.`, true),
  tables: count('table elements.', 1),
  orderedLists: count('ol elements.', 2),
  semanticLandmarks: z
    .object({
      main: count('main elements, and those with role=main.', 1),
      article: count('article elements.', 1),
      section: count('section elements.', 5),
    })
    .meta({ description: 'How many parts of the page say what they are.' }),
})

const ProofSignals = z.object({
  statistics: count('Numbers with a percent sign, a currency or a unit.', 6),
  numbers: count('Numbers in the text, statistics among them.', 23),
  quotes: count('blockquote and q elements, and passages of 40 characters and more in quotes.', 1),
  authorityCitations: count('Different addresses of authoritative sources that are linked to.', 2),
})

const Eeat = z.object({
  authorSchema: is('Structured data names an author.', true),
  authorIsPerson: is('An author in it is a Person.', true),
  datePublished: is('Structured data or a meta tag tells when it was published.', true),
  dateModified: is('Structured data or a meta tag tells when it was changed.'),
  aboutPage: is('The page links to one about who is behind the site, or is it.', true),
  contactPage: is('The page links to one with ways to reach them, or is it.', true),
  privacyPage: is('The page links to a privacy policy, or is it.', true),
})

const SchemaDeprecation = z.object({
  faqPageSchema: is('FAQPage is among the types.', true),
  faqRichResultsDeprecated: z.string().max(600).optional().meta({
    description: 'What became of its rich results; present when FAQ schema is present.',
    example: FAQ_RICH_RESULTS_NOTE,
  }),
  howToSchema: is('HowTo is among the types, whose rich results ended in September 2023.'),
  detectedTypes: z
    .array(z.string().max(MAX_TYPE_LENGTH))
    .max(MAX_DETECTED_TYPES)
    .meta({
      description: 'All distinct schema @type values found, nested ones too.',
      example: ['Article', 'Person', 'FAQPage', 'Question', 'Answer'],
    }),
})

/** Source: contract, "AI and agent readiness result" */
export const AiReadinessResult = z.object({
  ...FETCHED_PAGE,
  agentReadiness: AgentReadiness.meta({ description: 'Whether AI agents can work with the site.' }),
  aiSearchReadiness: z
    .object({
      renderGap: RenderGap.meta({ description: 'What crawlers miss that run no scripts.' }),
      llmsTxt: LlmsTxt.meta({ description: 'What /llms.txt is like.' }),
      answerEngine: AnswerEngine.meta({ description: 'Structure that answers are taken from.' }),
      proofSignals: ProofSignals.meta({ description: 'What makes a text worth citing.' }),
      eeat: Eeat.meta({
        description: 'Experience, expertise, authoritativeness and trust, as far as markup shows.',
      }),
      schemaDeprecation: SchemaDeprecation.meta({
        description: 'Structured data whose rich results are gone.',
      }),
    })
    .meta({ description: 'Whether AI search can read and cite the page, as the server sends it.' }),
})
