import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sightline/shared/logger'
import type { Runner } from 'graphile-worker'
import { Logger as WorkerLogger, run } from 'graphile-worker'
import type { JobParts, JobTask } from './tasks.ts'
import { JOB_TASKS } from './tasks.ts'

/** Durable background jobs of this controller. */
export interface JobRunner {
  readonly stop: () => Promise<void>
}

const RESTART_DELAY_MS = 5_000

/** Jobs mostly wait: two places may be asking agents for a diagnosis (gather-places.ts), and alerts must
 *  not wait behind them. */
const CONCURRENCY = 4

/** Starts working on jobs. The worker gives up when its database stays away, so it is started again
 *  until the runner is stopped. */
export async function startJobs(parts: JobParts, log: Logger): Promise<JobRunner> {
  const stopping = new AbortController()
  const entries: [string, JobTask][] = Object.entries(JOB_TASKS)
  const start = (): Promise<Runner> =>
    run({
      connectionString: parts.db.url,
      concurrency: CONCURRENCY,
      maxPoolSize: CONCURRENCY + 1,
      noHandleSignals: true,
      crontab: entries
        .flatMap(([name, { schedule }]) => (schedule === null ? [] : [`${schedule} ${name}`]))
        .join('\n'),
      taskList: Object.fromEntries(
        entries.map(([name, task]) => [name, (payload) => task.run(parts, payload)]),
      ),
      logger: new WorkerLogger(() => (level, message) => {
        if (level === 'error') log.error({ worker: message }, 'a background job reports a fault')
        else log.trace({ worker: message }, 'background jobs')
      }),
    })

  let runner = await start()

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await runner.promise
      } catch (error: unknown) {
        log.warn({ err: error }, 'background jobs stopped, starting them again')
      }
      while (!stopping.signal.aborted) {
        await delay(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
        if (stopping.signal.aborted) return
        try {
          runner = await start()
          break
        } catch {
          // The database is still away; the first failure was logged.
        }
      }
    }
  }

  const kept = keepRunning()
  return {
    async stop() {
      stopping.abort()
      await runner.stop().catch(() => undefined)
      await kept
    },
  }
}
