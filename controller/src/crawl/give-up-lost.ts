import type { WaitingUrl } from '../db/crawl-frontier.ts'
import { countStored, lockForStoring, settleUrls } from '../db/crawl-store.ts'
import type { Queryable } from '../db/pool.ts'
import { advanceCrawl } from './advance.ts'
import { MAX_LOST_TRIES } from './retry.ts'

/** Settles addresses for which no agent ever came back with an answer: a page may end whoever reads it. */
export async function giveUpLost(
  tx: Queryable,
  jobId: number,
  urls: readonly WaitingUrl[],
): Promise<void> {
  const job = await lockForStoring(tx, jobId)
  if (job === null) return
  const failed = {
    outcome: 'failed',
    statusCode: null,
    error: `No agent came back with an answer, in ${MAX_LOST_TRIES} tries.`,
    redirectTo: null,
  } as const
  await settleUrls(
    tx,
    jobId,
    urls.map(({ id }) => ({ id, ...failed })),
  )
  const { nextUrlId, refusedInARow } = job
  const counts = { pages: 0, finished: urls.length, nextUrlId, refusedInARow, dictionary: null }
  await countStored(tx, jobId, counts)
  await advanceCrawl(tx, { ...job, jobId, unfinished: job.unfinished - urls.length })
}
