import { announce } from '../../alerting/outbox/announce.ts'
import { readScheduledRun, readSiteChange } from '../../db/crawl-schedules.ts'
import type { Queryable } from '../../db/pool.ts'
import { issueWords } from '../read/issue-words.ts'
import { changeSentences } from './change-sentences.ts'

/** Compares a run of a crawl that repeats with the one before, and has people told what they want to know, in the
 *  caller's transaction. */
export async function tellChange(tx: Queryable, jobId: number, nowMs: number): Promise<void> {
  const run = await readScheduledRun(tx, jobId)
  if (run === null || run.beforeId === null) return
  const { alerts, host, scheduleId } = run
  if (alerts.scoreDrop === null && !alerts.newErrors && !alerts.indexability) return
  const change = await readSiteChange(tx, run.beforeId, jobId)
  const sentences = changeSentences(change, alerts, (id) => issueWords(id).title)
  if (sentences.length === 0) return
  await announce(tx, [
    {
      kind: 'siteChanged',
      monitorId: null,
      outageId: null,
      atMs: nowMs,
      sinceMs: nowMs,
      cause: null,
      reason: sentences.join(' '),
      regions: [],
      isDigested: false,
      crawl: { scheduleId, jobId: run.jobId, host },
    },
  ])
}
