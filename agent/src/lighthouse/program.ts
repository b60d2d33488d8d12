// One run of Lighthouse, in a process of its own: it takes hundreds of MB, and keeps its event loop busy
// for seconds. run-lighthouse.ts starts it, tells it what to do, and ends it.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { LabJob, LabMessage } from './messages.ts'

// Lighthouse takes 7 s to load without, 2.5 s with it, on a busy machine. Beside the packages, as for the
// agent itself.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)))

const { measure } = await import('./measure.ts')
const { pageErrorCode } = await import('./page-errors.ts')

const tell = (message: LabMessage): void => void process.send?.(message)

process.once('message', (job: LabJob) => {
  void measure(job, tell).then(tell)
})
// Lighthouse sends commands whose answers it does not wait for: where a page keeps Chrome from answering
// it finds that out by itself.
process.on('unhandledRejection', (error) => {
  if (pageErrorCode(error) === null) throw error
})
// Whoever waits for it is gone. Chrome ends with the pipe it is spoken to over.
process.once('disconnect', () => process.exit(1))
