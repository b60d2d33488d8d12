import { setTimeout as delay } from 'node:timers/promises'
import type { SpawnedProgram } from '../../helpers/program.ts'

/** A program that is started anew whenever it ends, as an operator's machine does it. */
export interface Service {
  readonly start: () => void
  /** Waits until it is ready; for ever, when it never is. */
  readonly ready: () => Promise<void>
  /** Kills it, and leaves it so until it is started. */
  readonly kill: () => Promise<void>
  /** It stands still, with its connections open, and goes on as if no time had passed. */
  readonly pause: () => void
  readonly resume: () => void
  /** Asks it to stop, and leaves it so. */
  readonly stop: () => Promise<void>
  /** What it wrote last whenever it ended and nobody had asked it to. */
  readonly endings: readonly string[]
}

const START_AGAIN_MS = 1_000
const STOP_LIMIT_MS = 20_000
const TOLD_LINES = 3

export function createService(spawn: () => SpawnedProgram): Service {
  const endings: string[] = []
  let current: SpawnedProgram | null = null

  function start(): void {
    const program = spawn()
    current = program
    void program.exited.then(async (code) => {
      if (current !== program) return
      const said = program.output().trim().split('\n').slice(-TOLD_LINES).join('\n')
      endings.push(`ended with ${code}: ${said}`)
      await delay(START_AGAIN_MS)
      if (current === program) start()
    })
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const program = current
    current = null
    if (program === null) return
    program.kill(signal)
    const timer = setTimeout(() => program.kill('SIGKILL'), STOP_LIMIT_MS)
    await program.exited
    clearTimeout(timer)
  }

  return {
    start,
    async ready() {
      await current?.told
    },
    kill: () => end('SIGKILL'),
    pause: () => current?.kill('SIGSTOP'),
    resume: () => current?.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    endings,
  }
}
