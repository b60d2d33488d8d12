import { StartError } from '../../process/start-error.ts'
import type { Program } from '../program.ts'
import { wordsOf } from '../program.ts'
import type { KeptProgram } from '../running.ts'
import { noteRunning } from '../running.ts'
import type { StartParts } from '../start-parts.ts'
import { keepRunning } from './keep-running.ts'
import type { Run, RunCommand } from './run.ts'
import { endRun, startRun } from './run.ts'

/** Lines that a program's end is explained by. */
const MAX_LAST_WORDS = 20

/** How a program is run; asked anew before every start. */
export type ProgramCommand = Pick<RunCommand, 'account' | 'environment' | 'input'> & {
  /** Put before the program on the command line. */
  readonly prefix: readonly string[]
  readonly arguments: readonly string[]
}

/** Starts and keeps a program, and tells the terminal what becomes of it. */
export function keepProgram(
  { config, terminal, logs, running }: StartParts,
  name: string,
  program: Program,
  command: () => Promise<ProgramCommand>,
): KeptProgram {
  let present: Run | null = null
  let isReady = false

  function become(run: Run | null): void {
    present = run
    noteRunning(config.dataFolder, running, terminal.warn)
  }

  const { ready, insist, letGo } = keepRunning<unknown>({
    name,
    warn: terminal.warn,
    async life(tellReady, stopping) {
      const { prefix, arguments: given, ...rest } = await command()
      if (stopping.aborted) return 'was stopped'
      const lastWords: string[] = []
      const run = startRun({
        ...rest,
        words: [...prefix, ...wordsOf(program), ...given],
        onLine(line) {
          lastWords.push(line)
          if (lastWords.length > MAX_LAST_WORDS) lastWords.shift()
          logs.show(name, line)
        },
        onMessage(message) {
          if (!isReadyMessage(message)) return
          isReady = true
          tellReady(message)
        },
      })
      become(run)
      try {
        const how = await run.ended
        if (!isReady) throw new StartError(explain(name, how, lastWords))
        return how
      } finally {
        become(null)
      }
    },
  })
  return {
    name,
    ready,
    insist,
    record: () => present?.record ?? null,
    restart: () => present?.process.kill('SIGTERM'),
    async stop(graceMs) {
      letGo()
      if (present === null) return
      await endRun(present, [
        ['SIGTERM', graceMs],
        ['SIGKILL', 2_000],
      ])
    },
  }
}

function isReadyMessage(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready'
  )
}

/** A program that cannot start says so in one plain line, or in its last log entry; whatever Node
 *  prints about a crash is more than one line, and all of it helps. */
function explain(name: string, how: string, lastWords: readonly string[]): string {
  const plain = lastWords.filter((line) => !line.startsWith('{') && line.trim() !== '')
  if (plain.length > 0) return plain.join('\n')
  const entry = lastWords.findLast((line) => line.startsWith('{'))
  return `The ${name} ${how}${entry === undefined ? '' : `: ${entry}`}`
}
