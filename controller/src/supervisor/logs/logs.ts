import { join } from 'node:path'
import type { Terminal } from '../terminal.ts'
import type { LogFile } from './log-file.ts'
import { openLogFile } from './log-file.ts'
import { readLogLine } from './log-line.ts'

/** A warning, in pino's numbers. */
const WARNING = 40

/** Where what children write goes: a file each, and what a person should know of to the terminal too. */
export interface Logs {
  /** To its file only. */
  readonly write: (name: string, line: string) => void
  readonly show: (name: string, line: string) => void
  /** Keeps the terminal free of it. */
  readonly hush: (isHushed: boolean) => void
}

/** @param given.isAllShown everything goes to the terminal, always */
export function createLogs(given: {
  dataFolder: string
  isAllShown: boolean
  terminal: Pick<Terminal, 'warn'>
}): Logs {
  const { dataFolder, isAllShown, terminal } = given
  const files = new Map<string, LogFile>()
  const unopened = new Set<string>()
  let isHushed = false

  function open(name: string): LogFile | null {
    const path = join(dataFolder, 'logs', `${name}.log`)
    try {
      const file = openLogFile(path)
      files.set(name, file)
      return file
    } catch (error: unknown) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!unopened.has(name)) {
        terminal.warn(
          `The log ${path} cannot be written: ${reason}. Until it can, its lines are lost`,
        )
      }
      unopened.add(name)
      return null
    }
  }

  function write(name: string, line: string): void {
    const file = files.get(name) ?? open(name)
    file?.write(line)
  }

  return {
    write,
    show(name, line) {
      write(name, line)
      const { level, text } = readLogLine(name, line)
      if (isAllShown || (!isHushed && level >= WARNING)) terminal.warn(text)
    },
    hush(isToBe) {
      isHushed = isToBe
    },
  }
}
