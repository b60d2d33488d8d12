import { rmSync } from 'node:fs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Has a file go with the process when that is told to end: half of an archive is good for nothing, and holds secrets.
 *  @returns ends that */
export function removeWhenStopped(path: string): () => void {
  const stop = (signal: NodeJS.Signals): void => {
    rmSync(path, { force: true })
    undo()
    // Nobody listens to it any more: it ends the process.
    process.kill(process.pid, signal)
  }
  const undo = (): void => {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  return undo
}
