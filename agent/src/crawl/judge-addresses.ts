import type { CrawlBatchInput, CrawlRobots } from '@sightline/shared/crawl/work'
import type { RunInThread } from '../analyses/thread/threads.ts'
import type { AddressRecord } from './address-record.ts'
import { plainRecord } from './address-record.ts'
import { productToken } from './user-agent.ts'
import type { Address } from './work-through.ts'

/** What robots.txt makes of addresses: whose turn comes, and records of the others. */
interface Judged {
  readonly allowed: readonly Address[]
  readonly records: readonly AddressRecord[]
}

/** Judges addresses of one origin by its robots.txt, where that is to be respected. */
export async function judgeAddresses(
  addresses: readonly Address[],
  { statusCode, text, failure, refusal }: CrawlRobots,
  { respectRobots, userAgent }: Pick<CrawlBatchInput, 'respectRobots' | 'userAgent'>,
  run: RunInThread,
  signal: AbortSignal,
): Promise<Judged> {
  if (!respectRobots) return { allowed: addresses, records: [] }
  const file = { statusCode, text, failure }
  const asked = { file, token: productToken(userAgent), urls: addresses.map(({ url }) => url) }
  const { mayFetch } = await run('judgeByRobots', asked, { signal, bytes: text?.length ?? 0 })
  const isAllowed = (_: Address, place: number): boolean => mayFetch[place] === true
  const error = refusal ?? 'robots.txt forbids it.'
  const blocked = addresses.filter((address, place) => !isAllowed(address, place))
  return {
    allowed: addresses.filter(isAllowed),
    records: blocked.map(({ id }) => plainRecord(id, { outcome: 'blocked', error })),
  }
}
