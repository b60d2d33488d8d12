import { parentPort } from 'node:worker_threads'
import { createLogger } from '@sightline/shared/logger'
import { openDatabase } from '../../db/pool.ts'
import type { FiguresOrder } from './analyse-site.ts'
import { makeFigures } from './make-figures.ts'

/** Makes the figures of one crawl, in the thread that is there for it. */
export async function runOrder({ databaseUrl, jobId }: FiguresOrder): Promise<void> {
  const db = openDatabase(databaseUrl, createLogger('controller', 'warn'), {
    max: 1,
    synchronousCommit: false,
  })
  try {
    await makeFigures(db, jobId)
    // Between threads there are no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort?.postMessage('done')
  } finally {
    await db.close()
  }
}
