import type { AnalysisOf } from '../data/analyses.ts'

type Checks = AnalysisOf<'ai-readiness'>['agentReadiness']['checks']

export const AGENT_GROUP_WORDS: Readonly<Record<keyof Checks, string>> = {
  discoverability: 'Found',
  content: 'Read',
  botAccess: 'Let in',
  apiAuthMcp: 'Used',
  commerce: 'Bought from (not counted)',
  extras: 'Besides',
}

/** Each check in few words. */
export const AGENT_CHECK_WORDS: Readonly<Record<string, string>> = {
  robotsTxt: 'robots.txt',
  sitemap: 'a sitemap in robots.txt',
  linkHeaders: 'Link headers',
  dnsAid: 'entries for agents in DNS',
  markdownNegotiation: 'Markdown for whoever asks for it',
  llmsTxt: 'llms.txt',
  aiBotRulesInRobots: 'rules for AI crawlers in robots.txt',
  webBotAuth: 'keys for signed requests',
  contentSignals: 'content signals in robots.txt',
  apiCatalog: 'an API catalogue',
  oauthOidcDiscovery: 'how to sign in (OAuth, OpenID Connect)',
  oauthProtectedResource: 'what is protected (OAuth)',
  authMd: 'auth.md',
  mcpServerCard: 'an MCP server card',
  agentSkillsIndex: 'an index of agent skills',
  x402: 'payments by HTTP 402',
  mpp: 'payment info in openapi.json',
  ucp: 'the Universal Commerce Protocol',
  acp: 'the Agentic Commerce Protocol',
  securityTxt: 'security.txt',
}
