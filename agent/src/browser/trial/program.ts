// One trial of the agent's browser, in a process of its own: what it loads and unpacks is gone with it.
// try-browser.ts starts it and tells it what to try.
import type { Lacks } from '@sightline/shared/lacks'
import { createLogger } from '@sightline/shared/logger'
import { lowerThreadPriority } from '../../bounds/thread-niceness.ts'
import { createWithProgram } from '../chrome-programs.ts'
import { LaunchError } from '../launch.ts'
import { tryChrome } from './try-chrome.ts'
import type { TrialJob } from './try-browser.ts'

async function lacksOf({ found, dataFolder, folder }: TrialJob): Promise<Lacks> {
  const log = createLogger('browser-trial', 'warn')
  const stopping = new AbortController().signal
  const withProgram = createWithProgram({ found, dataFolder, profiles: folder, stopping, log })
  try {
    return await withProgram((program) => tryChrome(program, folder, log, stopping))
  } catch (error) {
    if (error instanceof LaunchError) return { browser: error.message, scripts: [] }
    throw error
  }
}

process.once('message', (job: TrialJob) => {
  // Nobody may be waiting for it, but the agent's checks must not.
  if (!job.isUrgent) lowerThreadPriority(10)
  void lacksOf(job).then((lacks) => process.send?.(lacks, () => process.exit(0)))
})
// The agent is gone. Chrome ends with the pipe it is spoken to over.
process.once('disconnect', () => process.exit(1))
