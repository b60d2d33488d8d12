import { MAX_BOT_RULES } from '@sightline/shared/analyses/robots-txt'
import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { AgentRules } from './agent-rules.ts'
import { extentOf, mayFetch, rulesFor } from './agent-rules.ts'
import { AI_BOTS } from './ai-bots.ts'
import type { ParsedRobots } from './parse-robots.ts'
import { shownRule } from './shown.ts'

type AiBots = AnalysisResult<'robots-txt'>['aiBots']

/** What a robots.txt means for the crawlers of AI companies. */
export function readBotAccess(robots: ParsedRobots, siteUrl: string): AiBots {
  const front = new URL('/', siteUrl).href
  const perBot: AiBots['perBot'] = {}
  let hasAnyAIRule = false
  /** For all that no group names: of a long file they take 10 ms. */
  let unnamed: AgentRules | null = null
  for (const { token, operator, purpose } of AI_BOTS) {
    const isNamed = robots.groupsByToken.has(token.toLowerCase())
    const agent = isNamed ? rulesFor(robots, token) : (unnamed ??= rulesFor(robots, token))
    const own = agent.isNamed ? agent.rules : []
    hasAnyAIRule ||= own.some(({ directive }) => directive !== 'crawl-delay')
    perBot[token] = {
      operator,
      purpose,
      mentioned: agent.isNamed,
      allowed: mayFetch(agent, front).isAllowed,
      status: agent.isNamed ? extentOf(agent) : 'default',
      rules: own.slice(0, MAX_BOT_RULES).map(shownRule),
      rulesTotal: own.length,
      crawlDelay: agent.crawlDelaySeconds,
    }
  }
  return { hasAnyAIRule, perBot }
}
