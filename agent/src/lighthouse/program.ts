// One run of Lighthouse, in a process of its own: it takes hundreds of MB, and keeps its event loop busy
// for seconds. run-lighthouse.ts starts it, tells it what to do, and ends it.
import { flushCompileCache } from 'node:module'
import type { LabJob, LabMessage } from './messages.ts'

const tell = (message: LabMessage): void => void process.send?.(message)
// It may come before all is loaded, or long after.
const jobTold = new Promise<LabJob>((resolve) => process.once('message', resolve))

// Whoever waits for it is gone. Chrome ends with the pipe it is spoken to over.
process.once('disconnect', () => process.exit(1))

const { loadEngine } = await import('./engine.ts')
const loading = loadEngine()
const { measure } = await import('./measure.ts')
const { pageErrorCode } = await import('./page-errors.ts')

void jobTold.then((job) => {
  process.chdir(job.folder)
  process.env['HOME'] = job.folder
  void measure(job, loading, tell).then(tell)
})
// Not at the end, which may be sudden.
void loading.then(() => flushCompileCache())
// Lighthouse sends commands whose answers it does not wait for: where a page keeps Chrome from answering
// it finds that out by itself.
process.on('unhandledRejection', (error) => {
  if (pageErrorCode(error) === null) throw error
})
