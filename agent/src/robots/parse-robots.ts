import type { ContentSignal } from './content-signals.ts'
import { readContentSignal } from './content-signals.ts'
import { linesOf, MAX_LINE, readLine } from './line.ts'
import type { PathPattern } from './path-pattern.ts'
import { compilePathPattern } from './path-pattern.ts'

/** A line of a group as written. */
export interface RobotsRule {
  readonly directive: 'allow' | 'disallow' | 'crawl-delay'
  readonly value: string
  /** Counted from 1. */
  readonly line: number
}

/** An allow or disallow rule with a path, ready to be matched. */
export interface PathRule {
  readonly rule: RobotsRule
  readonly isAllow: boolean
  readonly pattern: PathPattern
}

/** Rules and the crawlers they are for. Several groups may name the same crawler. */
export interface RobotsGroup {
  /** As written. */
  readonly userAgents: readonly string[]
  readonly rules: readonly RobotsRule[]
  /** The strongest first. */
  readonly pathRules: readonly PathRule[]
  readonly delays: readonly CrawlDelay[]
}

export interface CrawlDelay {
  readonly seconds: number
  /** For how many of the group's crawlers it is, the first ones. Programs that know crawl-delay let it
   *  end the list of a group's crawlers, and the RFC forbids that: what stands below is not meant. */
  readonly userAgents: number
}

/** A line that could not be read. */
export interface RobotsError {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
  readonly reason: string
}

/** Limits of what a line about content is kept with: a hostile file names thousands of crawlers and has
 *  thousands of such lines below them. */
const MAX_SIGNAL_LINES = 100
const MAX_SIGNAL_AGENTS = 100

/** A robots.txt, read. */
export interface ParsedRobots {
  /** What crawlers may do: as the rules say, everything, or nothing (the file cannot be had).
   *  Source: RFC 9309, section 2.3.1 */
  readonly access: 'rules' | 'everything' | 'nothing'
  readonly groups: readonly RobotsGroup[]
  /** Places of the groups that name a crawler, by its product token in lower case. */
  readonly groupsByToken: ReadonlyMap<string, readonly number[]>
  /** Sitemap lines as written. */
  readonly sitemaps: readonly string[]
  readonly contentSignals: readonly ContentSignal[]
  readonly errors: readonly RobotsError[]
  readonly lines: number
  /** Lines that are nothing but a comment. */
  readonly comments: number
}

interface Draft {
  readonly userAgents: string[]
  readonly rules: RobotsRule[]
  readonly pathRules: PathRule[]
  readonly delays: CrawlDelay[]
}

/** The strongest first: of equally long ones the allowing. Source: RFC 9309, section 2.2.2 */
export function byStrength(a: PathRule, b: PathRule): number {
  return b.pattern.octets - a.pattern.octets || Number(b.isAllow) - Number(a.isAllow)
}

/** The product token that a User-agent line names, in lower case: `*`, or its beginning up to what no
 *  token can hold ("FooBot/2.1", "Foo Bar"). Digits are no part of the RFC's tokens, but of real ones.
 *  Empty when it names none. Source: RFC 9309, section 2.2.1 */
export function tokenOf(userAgent: string): string {
  if (/^\*(?:\s|$)/.test(userAgent)) return '*'
  return /^[A-Za-z0-9_-]*/.exec(userAgent)?.[0].toLowerCase() ?? ''
}

function indexByToken(groups: readonly RobotsGroup[]): Map<string, readonly number[]> {
  const byToken = new Map<string, number[]>()
  for (const [place, { userAgents }] of groups.entries()) {
    for (const token of new Set(userAgents.map(tokenOf))) {
      const places = byToken.get(token)
      if (places === undefined) byToken.set(token, [place])
      else places.push(place)
    }
  }
  return byToken
}

function isAbsoluteUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** Reads a robots.txt. Any text is one: what cannot be read is told and passed over.
 *  Source: RFC 9309, section 2.2; Google's robots.txt parser for what it tolerates beyond */
export function parseRobots(text: string): ParsedRobots {
  const lines = linesOf(text)
  const groups: Draft[] = []
  const sitemaps: string[] = []
  const contentSignals: ContentSignal[] = []
  const errors: RobotsError[] = []
  let comments = 0
  let group: Draft | null = null
  /** More crawlers may follow: the group has no allow or disallow yet. */
  let isHeading = false

  for (const [index, written] of lines.entries()) {
    const line = index + 1
    const complain = (reason: string): void => void errors.push({ line, text: written, reason })
    if (written.length > MAX_LINE) complain(`Only its first ${MAX_LINE} characters are read.`)
    const read = readLine(written)
    if (read.kind === 'comment') comments += 1
    if (read.kind === 'broken') complain(read.reason)
    if (read.kind !== 'field') continue
    const { field, value } = read
    switch (field) {
      case 'user-agent':
        if (group === null || !isHeading) {
          group = { userAgents: [], rules: [], pathRules: [], delays: [] }
          groups.push(group)
        }
        isHeading = true
        group.userAgents.push(value)
        if (tokenOf(value) === '') complain('It names no crawler.')
        break
      case 'allow':
      case 'disallow':
        if (group === null) {
          complain('This rule stands before any User-agent line, so it is for nobody.')
          break
        }
        isHeading = false
        group.rules.push({ directive: field, value, line })
        // An empty path is a rule that matches nothing.
        if (value === '') break
        if (!/^[/*]/.test(value)) complain('Its path begins neither with "/" nor with "*".')
        group.pathRules.push({
          rule: { directive: field, value, line },
          isAllow: field === 'allow',
          pattern: compilePathPattern(value),
        })
        break
      case 'crawl-delay':
        if (group === null) break
        group.rules.push({ directive: field, value, line })
        if (/^\d{1,9}(?:\.\d{1,9})?$/.test(value)) {
          group.delays.push({ seconds: Number(value), userAgents: group.userAgents.length })
        }
        break
      case 'sitemap':
        sitemaps.push(value)
        if (!isAbsoluteUrl(value)) complain('A Sitemap line needs an absolute http or https URL.')
        break
      case 'content-signal':
      case 'content-usage': {
        if (contentSignals.length >= MAX_SIGNAL_LINES) break
        const userAgents = group?.userAgents.slice(0, MAX_SIGNAL_AGENTS) ?? []
        contentSignals.push({ directive: field, userAgents, ...readContentSignal(value) })
        break
      }
    }
  }
  for (const { pathRules } of groups) pathRules.sort(byStrength)
  return {
    access: 'rules',
    groups,
    groupsByToken: indexByToken(groups),
    sitemaps,
    contentSignals,
    errors,
    lines: lines.length,
    comments,
  }
}
