import type { AgentRules } from '../../robots/agent-rules.ts'
import { mayFetch, rulesFor } from '../../robots/agent-rules.ts'
import type { ParsedRobots } from '../../robots/parse-robots.ts'
import type { RobotsAnswer } from '../../robots/robots-of-file.ts'
import { robotsOf } from '../../robots/robots-of-file.ts'

/** A few sites are crawled at once; a file of 512 KB takes 30 ms. */
const MAX_KNOWN = 8

/** Files that were read last, by what they say. */
const known = new Map<string, ParsedRobots>()

/** What a robots.txt says, read once for the many pages of its site. */
function readRobots(file: RobotsAnswer): ParsedRobots {
  const key = `${file.statusCode} ${file.failure?.cause ?? ''} ${file.text ?? '-'}`
  const read = known.get(key) ?? robotsOf(file)
  known.delete(key)
  known.set(key, read)
  const [oldest = ''] = known.keys()
  if (known.size > MAX_KNOWN) known.delete(oldest)
  return read
}

/** What a robots.txt says to one crawler. */
export function crawlRules(file: RobotsAnswer, token: string): AgentRules {
  return rulesFor(readRobots(file), token)
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
