import type { ParsedRobots, PathRule, RobotsRule } from './parse-robots.ts'
import { byStrength, tokenOf } from './parse-robots.ts'
import type { ComparablePath } from './path-pattern.ts'
import { comparablePath, matchesEverything, patternMatches } from './path-pattern.ts'

/** What a robots.txt says to one crawler. */
export interface AgentRules {
  readonly access: ParsedRobots['access']
  /** The crawler has groups of its own; else the rules are those for everybody. */
  readonly isNamed: boolean
  /** In the order they are written in. */
  readonly rules: readonly RobotsRule[]
  /** The strongest first. */
  readonly pathRules: readonly PathRule[]
  /** The longest there is, in seconds; null without. */
  readonly crawlDelaySeconds: number | null
}

export interface RobotsVerdict {
  readonly isAllowed: boolean
  /** The rule that decides; null where none matches. */
  readonly rule: RobotsRule | null
}

/** Puts together all groups for a crawler, or those for everybody where none names it.
 *  @param userAgentToken its product token, without version. Source: RFC 9309, section 2.2.1 */
export function rulesFor(robots: ParsedRobots, userAgentToken: string): AgentRules {
  const token = userAgentToken.toLowerCase()
  const own = robots.groupsByToken.get(token)
  const groups = (own ?? robots.groupsByToken.get('*') ?? []).flatMap(
    (place) => robots.groups[place] ?? [],
  )
  const named = own === undefined ? '*' : token
  const delays = groups.flatMap(({ userAgents, delays: list }) => {
    const first = userAgents.findIndex((userAgent) => tokenOf(userAgent) === named)
    return list.flatMap((delay) => (first < delay.userAgents ? delay.seconds : []))
  })
  return {
    access: robots.access,
    isNamed: own !== undefined,
    rules: groups.flatMap(({ rules }) => rules),
    // Lists in order are merged in about linear time.
    pathRules: groups.flatMap(({ pathRules }) => pathRules).sort(byStrength),
    crawlDelaySeconds: delays.length === 0 ? null : delays.reduce((a, b) => Math.max(a, b)),
  }
}

/** Judges one path. The robots.txt itself may always be read. Source: RFC 9309, section 2.2.2 */
function judge(agent: AgentRules, path: ComparablePath): RobotsVerdict {
  if (path.exact.text === '/robots.txt' || agent.access === 'everything') {
    return { isAllowed: true, rule: null }
  }
  if (agent.access === 'nothing') return { isAllowed: false, rule: null }
  for (const { pattern, isAllow, rule } of agent.pathRules) {
    if (patternMatches(pattern, path)) return { isAllowed: isAllow, rule }
  }
  return { isAllowed: true, rule: null }
}

/** Whether a crawler may fetch an address of the site. For many addresses get the rules once.
 *  @param url absolute */
export function mayFetch(agent: AgentRules, url: string): RobotsVerdict {
  const { pathname, search } = new URL(url)
  return judge(agent, comparablePath(pathname + search))
}

/** Whether a robots.txt lets a crawler fetch an address of the site.
 *  @param userAgentToken its product token, without version  @param url absolute */
export function isAllowed(
  robots: ParsedRobots,
  userAgentToken: string,
  url: string,
): RobotsVerdict {
  return mayFetch(rulesFor(robots, userAgentToken), url)
}

/** How much of a site a crawler may fetch. */
export function extentOf(agent: AgentRules): 'allowed' | 'disallowed' | 'partial' {
  if (agent.access !== 'rules') return agent.access === 'everything' ? 'allowed' : 'disallowed'
  const last = agent.pathRules.findIndex(({ pattern }) => matchesEverything(pattern))
  // What is weaker than a rule for everything decides nothing; without such a rule all else is allowed.
  const deciding = last === -1 ? agent.pathRules : agent.pathRules.slice(0, last + 1)
  const hasAllow = last === -1 || deciding.some(({ isAllow }) => isAllow)
  const hasDisallow = deciding.some(({ isAllow }) => !isAllow)
  if (!hasDisallow) return 'allowed'
  return hasAllow ? 'partial' : 'disallowed'
}
