import { parentPort, workerData } from 'node:worker_threads'
import { createLogger } from '@sightline/shared/logger'
import { openDatabase } from '../../db/pool.ts'
import type { FiguresOrder } from './analyse-site.ts'
import { makeFigures } from './make-figures.ts'

const { databaseUrl, directUrl, jobId } = workerData as FiguresOrder
const db = openDatabase(databaseUrl, createLogger('controller', 'warn'), {
  directUrl,
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
