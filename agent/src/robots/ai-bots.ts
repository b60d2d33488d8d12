/** What a crawler fetches for: material to train models on, an index to search, one user's question,
 *  an agent acting for somebody, or something else or several of them. */
export type BotPurpose = 'training' | 'search' | 'user' | 'agent' | 'other'

export interface AiBot {
  /** Its product token as its operator writes it. */
  readonly token: string
  readonly operator: string
  readonly purpose: BotPurpose
}

function bots(operator: string, purposes: Readonly<Record<string, BotPurpose>>): readonly AiBot[] {
  return Object.entries(purposes).map(([token, purpose]) => ({ token, operator, purpose }))
}

/** Crawlers of AI companies, and tokens that only say what may be done with what others fetched
 *  (Google-Extended, Applebot-Extended). Source: the operators' documentation; names checked against
 *  the list of ai-robots-txt/ai.robots.txt of August 2026 */
export const AI_BOTS: readonly AiBot[] = [
  ...bots('OpenAI', { GPTBot: 'training', 'OAI-SearchBot': 'search', 'ChatGPT-User': 'user' }),
  ...bots('Anthropic', {
    ClaudeBot: 'training',
    'Claude-SearchBot': 'search',
    'Claude-User': 'user',
    'anthropic-ai': 'other',
    'Claude-Web': 'other',
  }),
  ...bots('Google', {
    'Google-Extended': 'training',
    GoogleOther: 'other',
    'Google-CloudVertexBot': 'other',
    'Google-NotebookLM': 'user',
    'Google-Agent': 'agent',
    'Gemini-Deep-Research': 'user',
  }),
  ...bots('Apple', { Applebot: 'search', 'Applebot-Extended': 'training' }),
  ...bots('Microsoft', { 'AzureAI-SearchBot': 'search' }),
  ...bots('Meta', {
    'meta-externalagent': 'training',
    'meta-externalfetcher': 'user',
    'meta-webindexer': 'search',
    FacebookBot: 'training',
  }),
  ...bots('Amazon', {
    Amazonbot: 'other',
    'Amzn-SearchBot': 'search',
    'Amzn-User': 'user',
    bedrockbot: 'other',
    NovaAct: 'agent',
  }),
  ...bots('Perplexity', { PerplexityBot: 'search', 'Perplexity-User': 'user' }),
  ...bots('Mistral AI', { 'MistralAI-User': 'user' }),
  ...bots('DeepSeek', { DeepSeekBot: 'other' }),
  ...bots('Cohere', { 'cohere-ai': 'other', 'cohere-training-data-crawler': 'training' }),
  ...bots('ByteDance', { Bytespider: 'training', TikTokSpider: 'other' }),
  ...bots('Common Crawl', { CCBot: 'training' }),
  ...bots('Huawei', { PetalBot: 'other', PanguBot: 'training' }),
  ...bots('DuckDuckGo', { DuckAssistBot: 'user' }),
  ...bots('You.com', { YouBot: 'search' }),
  ...bots('Exa', { ExaSearchBot: 'search' }),
  ...bots('Tavily', { TavilyBot: 'other' }),
  ...bots('Brave', { Bravebot: 'search' }),
  ...bots('Diffbot', { Diffbot: 'other' }),
  ...bots('Ai2', { AI2Bot: 'training' }),
  ...bots('Timpi', { Timpibot: 'training' }),
  ...bots('Webz.io', { omgili: 'other', 'Webzio-Extended': 'other' }),
  ...bots('Hive', { ImagesiftBot: 'other' }),
  ...bots('Moonshot AI', { 'Kimi-User': 'user' }),
  ...bots('Yandex', { YandexAdditional: 'training' }),
  ...bots('Manus', { 'Manus-User': 'agent' }),
  ...bots('Firecrawl', { FirecrawlAgent: 'other' }),
]
