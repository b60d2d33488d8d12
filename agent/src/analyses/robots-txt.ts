import { MAX_ROBOTS_LIST, MAX_ROBOTS_URL } from '@sightline/shared/analyses/robots-txt'
import { printable } from '../outcome/printable.ts'
import { readBotAccess } from '../robots/bot-access.ts'
import type { RobotsGroup } from '../robots/parse-robots.ts'
import { isServed, robotsOf } from '../robots/robots-of-file.ts'
import { shownAgent, shownRule, shownValue } from '../robots/shown.ts'
import type { Analysis } from './analysis.ts'

function shownGroup({ userAgents, rules, delays }: RobotsGroup) {
  return {
    userAgents: userAgents.slice(0, MAX_ROBOTS_LIST).map(shownAgent),
    rules: rules.slice(0, MAX_ROBOTS_LIST).map(shownRule),
    rulesTotal: rules.length,
    crawlDelay: delays.at(0)?.seconds ?? null,
  }
}

/** The robots.txt of the given address's own origin.
 *  Source: contract, "Robots.txt result"; analyses design, sections 1 and 5 */
export const robotsTxtAnalysis: Analysis<'robots-txt', 'siteRobots'> = {
  needs: ['siteRobots'],
  analyse({ siteRobots: file }) {
    const robots = robotsOf(file)
    const { groups, sitemaps, contentSignals, errors, lines, comments } = robots
    const found = isServed(file)
    return {
      url: file.url,
      fetchedUrl: file.fetchedUrl,
      found,
      valid: found && errors.length === 0,
      statusCode: file.statusCode ?? 0,
      truncated: file.isTruncated,
      stats: {
        lines,
        comments,
        groups: groups.length,
        rules: groups.reduce((sum, { rules }) => sum + rules.length, 0),
        sitemaps: sitemaps.length,
        errors: errors.length,
      },
      sitemaps: sitemaps.slice(0, MAX_ROBOTS_LIST).map((url) => printable(url, MAX_ROBOTS_URL)),
      contentSignals: contentSignals
        .slice(0, MAX_ROBOTS_LIST)
        .map(({ userAgents, signals, raw, directive, path }) => ({
          userAgents: userAgents.map(shownAgent),
          signals,
          raw: shownValue(raw),
          directive,
          path: path === null ? null : shownValue(path),
        })),
      aiBots: readBotAccess(robots, file.url),
      groups: groups.slice(0, MAX_ROBOTS_LIST).map(shownGroup),
      errors: errors
        .slice(0, MAX_ROBOTS_LIST)
        .map(({ line, text, reason }) => ({ line, text: shownValue(text), reason })),
    }
  },
}
