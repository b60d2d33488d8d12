import type { ChildCommand } from './child-run.ts'
import type { Child } from './child.ts'
import { keepChild } from './child.ts'
import type { SupervisorConfig } from './config.ts'
import type { Logs } from './logs.ts'
import type { Running } from './running.ts'
import { rememberRunning } from './running.ts'
import type { Terminal } from './terminal.ts'

/** What each step of a start works with. */
export interface StartParts {
  readonly config: SupervisorConfig
  readonly environment: NodeJS.ProcessEnv
  readonly terminal: Terminal
  readonly logs: Logs
  readonly running: Running
}

/** Starts and keeps one of the programs, and tells the terminal what becomes of it.
 *  @param entry path of its main file */
export function keepProgram(
  { config, terminal, logs, running }: StartParts,
  name: string,
  entry: string,
  command: () => Promise<ChildCommand>,
): Child {
  return keepChild(name, entry, command, {
    onLine: (line) => logs.show(name, line),
    onChange: () => rememberRunning(config.dataFolder, running),
    onDeath: (how, waitMs) =>
      terminal.warn(`The ${name} ${how}; starting it again in ${waitMs / 1_000} s`),
    onReadyAgain: () => terminal.warn(`The ${name} is back`),
  })
}
