import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'

/** How a command went. `stopped`: the signal or the bound of its output ended it. */
export type CommandEnd =
  | { readonly kind: 'ended'; readonly exitCode: number | null; readonly output: string }
  | { readonly kind: 'stopped'; readonly output: string }
  | { readonly kind: 'notStarted'; readonly output: '' }

/** Runs a program without a shell and gives what it wrote to both outputs. Never rejects.
 *  @param options.maxOutput characters kept; more ends the program */
export function runCommand(
  program: string,
  args: readonly string[],
  options: { signal: AbortSignal; maxOutput: number },
): Promise<CommandEnd> {
  const { signal, maxOutput } = options
  if (signal.aborted) return Promise.resolve({ kind: 'stopped', output: '' })
  return new Promise((resolve) => {
    let output = ''
    let isDone = false
    // English words and points in numbers, whatever the machine's language.
    const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', LANG: 'C' }
    let child: ChildProcess
    try {
      child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    } catch {
      // The system has no room for another process.
      resolve({ kind: 'notStarted', output: '' })
      return
    }
    const { stdout, stderr } = child
    // With no file left to open there is a child without streams (Node 24).
    if (stdout == null || stderr == null) {
      child.on('error', () => {})
      resolve({ kind: 'notStarted', output: '' })
      return
    }
    const streams = [stdout, stderr]

    function finish(end: CommandEnd): void {
      if (isDone) return
      isDone = true
      signal.removeEventListener('abort', stop)
      child.kill('SIGKILL')
      for (const stream of streams) stream.destroy()
      resolve(end)
    }

    function stop(): void {
      finish({ kind: 'stopped', output })
    }

    child.on('error', () => finish({ kind: 'notStarted', output: '' }))
    child.on('close', (exitCode) => finish({ kind: 'ended', exitCode, output }))
    for (const stream of streams) {
      stream.on('error', () => {})
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString('latin1')
        if (output.length > maxOutput) stop()
      })
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
