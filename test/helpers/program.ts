import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** One of the project's programs, running. */
export interface Program<Ready> {
  readonly pid: number
  /** What it told when it was ready. */
  readonly ready: Ready
  /** Everything it wrote so far. */
  readonly output: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  /** Asks it to stop and waits until it has. */
  readonly stop: () => Promise<number | null>
  readonly exited: Promise<number | null>
}

const READY_TIMEOUT_MS = 60_000

/** Starts a program of this checkout and waits for its `{ type: 'ready' }`.
 *  @param environment added to a clean environment
 *  @throws with its output when it ends or stays silent */
export async function startProgram<Ready>(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Program<Ready>> {
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const ready = await new Promise<Ready>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${file} was not ready in time:\n${output}`))
    }, READY_TIMEOUT_MS)
    child.on('message', (message) => {
      clearTimeout(timer)
      resolve(message as Ready)
    })
    child.on('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${file} ended with ${code}:\n${output}`))
    })
  })
  return {
    pid: child.pid ?? 0,
    ready,
    output: () => output,
    kill: (signal) => {
      child.kill(signal)
    },
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
    exited,
  }
}
