import type { MessagePort } from 'node:worker_threads'
import { createLogger } from '@sightline/shared/logger'
import { openDatabase } from '../../db/pool.ts'
import { makeFigures } from './make-figures.ts'
import type { AnalystThread, FiguresMade, FiguresOrder } from './site-analyst.ts'

/** Makes figures of one crawl after the other, in a thread that is there for it. What fails ends the thread.
 *  @param port null outside of a thread: nothing is made there */
export function serveOrders(port: MessagePort | null, { databaseUrl }: AnalystThread): void {
  const db = openDatabase(databaseUrl, createLogger('controller', 'warn'), {
    max: 1,
    synchronousCommit: false,
  })

  async function serve(order: FiguresOrder): Promise<void> {
    if (order === 'end') {
      await db.close()
      port?.close()
      return
    }
    const made: FiguresMade = { pages: await makeFigures(db, order.jobId) }
    port?.postMessage(made)
  }

  port?.on('message', (order: FiguresOrder) => void serve(order))
}
