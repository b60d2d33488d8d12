import { EnvironmentError } from '@sightline/shared/environment'
import { readSupervisorConfig } from './config.ts'
import { watchParent } from './parent-watch.ts'
import { StartError } from '../process/start-error.ts'
import type { Installation } from './supervise.ts'
import { createInstallation } from './supervise.ts'
import { createTerminal } from './terminal.ts'
import { tidyHeapAfterStart } from '../process/tidy-heap.ts'

/** npm passes on a Ctrl-C that the terminal sends to both: one press arrives twice. */
const SAME_PRESS_MS = 500

const terminal = createTerminal()
let stopAskedAt: number | null = null

/** The supervisor's program (deploy/run.js calls it). */
export async function main(): Promise<void> {
  try {
    const config = readSupervisorConfig(process.env)
    const installation = createInstallation(config, process.env, terminal)
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => stop(installation))
    }
    process.on('disconnect', () => stop(installation))
    watchParent(process.env, () => stop(installation))
    // A terminal that is gone must not keep anything from being stopped.
    process.stdout.on('error', () => {})
    process.stderr.on('error', () => {})
    try {
      const ready = await installation.start()
      tidyHeapAfterStart()
      // Whoever started this as a child (a test, another program) need not read the terminal.
      process.send?.(ready)
    } catch (error: unknown) {
      // A stop that came while starting makes steps fail; it is under way and ends the process.
      if (stopAskedAt === null) {
        stopAskedAt = performance.now()
        await installation.stop(true)
        throw error
      }
    }
  } catch (error: unknown) {
    const isForOperator = error instanceof EnvironmentError || error instanceof StartError
    terminal.warn(isForOperator ? error.message : `Sightline cannot start: ${describe(error)}`)
    process.exit(1)
  }
}

function stop(installation: Installation): void {
  if (stopAskedAt !== null) {
    if (performance.now() - stopAskedAt < SAME_PRESS_MS) return
    terminal.warn('Stopping at once')
    void installation.stop(false).finally(() => process.exit(1))
    return
  }
  stopAskedAt = performance.now()
  terminal.say('')
  terminal.step('Stopping')
  installation
    .stop(true)
    .then(() => {
      terminal.step('Stopped')
      process.exit(0)
    })
    .catch((error: unknown) => {
      terminal.warn(`Stopping failed: ${describe(error)}`)
      process.exit(1)
    })
}

/** The operating system's errors say enough in one line; anything else is a bug and shows its way. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? error.message : (error.stack ?? error.message)
}

if (import.meta.main) await main()
