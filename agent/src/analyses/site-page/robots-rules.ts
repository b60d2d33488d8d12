import type { AgentRules } from '../../robots/agent-rules.ts'
import { mayFetch, rulesFor } from '../../robots/agent-rules.ts'
import type { ParsedRobots } from '../../robots/parse-robots.ts'
import type { RobotsAnswer } from '../../robots/robots-of-file.ts'
import { robotsOf } from '../../robots/robots-of-file.ts'

/** A few sites are crawled at once, by one crawler or two each; a file of 512 KB takes 30 ms. */
const MAX_KNOWN = 8
const MAX_CRAWLERS = 4

/** A file that was read, and what it says to crawlers that were asked about: of a long one that takes 10 ms. */
interface KnownFile {
  readonly robots: ParsedRobots
  readonly rules: Map<string, AgentRules>
}

/** Files that were read last, by what they say. */
const known = new Map<string, KnownFile>()

/** What a robots.txt says, read once for the many pages of its site. */
function readRobots(file: RobotsAnswer): KnownFile {
  const key = `${file.statusCode} ${file.failure?.cause ?? ''} ${file.text ?? '-'}`
  const read = known.get(key) ?? { robots: robotsOf(file), rules: new Map() }
  known.delete(key)
  known.set(key, read)
  const [oldest = ''] = known.keys()
  if (known.size > MAX_KNOWN) known.delete(oldest)
  return read
}

/** What a robots.txt says to one crawler. */
export function crawlRules(file: RobotsAnswer, token: string): AgentRules {
  const { robots, rules } = readRobots(file)
  const read = rules.get(token)
  if (read !== undefined) return read
  if (rules.size >= MAX_CRAWLERS) rules.clear()
  const found = rulesFor(robots, token)
  rules.set(token, found)
  return found
}

/** What a robots.txt asks of a crawler. */
export interface RobotsVerdicts {
  /** One for each address. */
  readonly mayFetch: readonly boolean[]
  /** null where it asks for nothing. */
  readonly crawlDelaySeconds: number | null
  /** The file cannot be had, so that nothing may be fetched. */
  readonly forbidsAll: boolean
}

/** Judges addresses of one origin.
 *  @param token product token of the crawler */
export function judgeByRobots({
  file,
  token,
  urls,
}: {
  readonly file: RobotsAnswer
  readonly token: string
  readonly urls: readonly string[]
}): RobotsVerdicts {
  const rules = crawlRules(file, token)
  return {
    mayFetch: urls.map((url) => mayFetch(rules, url).isAllowed),
    crawlDelaySeconds: rules.crawlDelaySeconds,
    forbidsAll: rules.access === 'nothing',
  }
}
