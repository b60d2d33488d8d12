import type { Logger } from '@sightline/shared/logger'

/** Everything was told to stop by then; what still holds the process is left behind. */
const STOP_TIMEOUT_MS = 4_000

/** Ends the process when it is told to, or when the supervisor that watched it is gone: a controller must not go on
 *  unseen. Its exit code tells whether it stopped in order. */
export function stopWhenTold(stop: () => Promise<void>, log: Logger): void {
  let isStopping = false
  const shutDown = (reason: string): void => {
    if (isStopping) return
    isStopping = true
    log.info({ reason }, 'the controller stops')
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the controller did not stop in order')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => shutDown('SIGTERM'))
  process.on('SIGINT', () => shutDown('SIGINT'))
  process.on('disconnect', () => shutDown('the supervisor is gone'))
}
