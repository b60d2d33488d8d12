import { anySignal } from '@sightline/shared/any-signal'
import type { CrawlRobots } from '@sightline/shared/crawl/work'
import type { RunInThread } from '../analyses/thread/threads.ts'
import { fetchRobots } from '../gather/robots.ts'
import { printable } from '../outcome/printable.ts'
import { WorkRefusal } from '../outcome/work.ts'
import type { RobotsFile } from '../robots/robots-file.ts'
import type { CrawlTools } from './crawl-tools.ts'

const MAX_TYPE = 999
const MAX_CAUSE = 99
const MAX_SENTENCE = 900

/** Why nothing may be fetched of a site whose file cannot be had. Source: RFC 9309, section 2.3.1.4 */
function refusalOf({ url, statusCode, failure }: RobotsFile): string {
  const why = failure?.message ?? `It answers with status ${statusCode}.`
  const sentence = `${url} cannot be had, so nothing of the site may be crawled: ${why}`
  return printable(sentence, MAX_SENTENCE)
}

/** A robots.txt as a crawl hands it on, with the file itself.
 *  @param token product token of the crawler */
async function readFile(
  file: RobotsFile,
  token: string,
  run: RunInThread,
  signal: AbortSignal,
): Promise<CrawlRobots> {
  const { statusCode, contentType, failure } = file
  // The database keeps no NUL.
  const text = file.text?.replaceAll('\0', '\ufffd') ?? null
  const answer = { statusCode, text, failure }
  const bytes = text?.length ?? 0
  const said = await run('judgeByRobots', { file: answer, token, urls: [] }, { signal, bytes })
  return {
    statusCode,
    contentType: contentType === null ? null : printable(contentType, MAX_TYPE),
    text,
    failure:
      failure === null
        ? null
        : {
            cause: failure.cause.slice(0, MAX_CAUSE),
            message: printable(failure.message, MAX_SENTENCE),
          },
    crawlDelaySeconds: said.crawlDelaySeconds,
    refusal: said.forbidsAll ? refusalOf(file) : null,
  }
}

/** The robots.txt of an address's origin.
 *  @returns also whether the origin is one where nothing may be fetched
 *  @throws WorkRefusal for trouble of the agent's own */
export async function fetchCrawlRobots(
  pageUrl: string,
  token: string,
  { fetch, run, limits }: Pick<CrawlTools, 'fetch' | 'run' | 'limits'>,
  signal: AbortSignal,
): Promise<{ robots: CrawlRobots; file: RobotsFile; isForbidden: boolean }> {
  const limit = anySignal([signal, AbortSignal.timeout(limits.robotsMs)])
  const file = await fetchRobots(pageUrl, { fetch, signal: limit })
  // What did not come while the work was given up says nothing about the site.
  if (signal.aborted) throw new WorkRefusal('unavailable', 'The agent had no time left for it.')
  const isForbidden = file.failure?.isBlocked === true && file.statusCode === null
  return { robots: await readFile(file, token, run, signal), file, isForbidden }
}
