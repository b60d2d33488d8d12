import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { AppError } from '@sightline/shared/errors'
import type { FormatName } from './format-names.ts'
import type { ReadLine } from './reading/write-reading.ts'

/** How long a file is read until its first line is there; 64 MB of JSON take 3 s. */
const MAX_READING_MS = 30_000
/** An export of 100,000 monitors, 64 MB, needs less than 384. One that fills it is ended after 5 s, and the process held
 *  800 MB at most. */
const MAX_HEAP_MB = 400

const PROGRAM = fileURLToPath(new URL('./reading/main.ts', import.meta.url))

/** Reads a file in a process of its own, which has no part in anything: it cannot write, start programs or see the
 *  settings of this one. One that takes too long or too much memory, or breaks what reads it, is ended, and the
 *  controller goes on.
 *  @yields the lines after the first, which is `file`
 *  @throws AppError badRequest when the file cannot be read */
export async function* readInProcess(
  path: string,
  format: FormatName | 'auto',
  maxReadingMs = MAX_READING_MS,
): AsyncGenerator<ReadLine> {
  const child = start(path, format)
  const timer = setTimeout(() => child.kill('SIGKILL'), maxReadingMs)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  let last: ReadLine['kind'] | null = null
  try {
    for await (const line of createInterface({ input: outputOf(child) })) {
      clearTimeout(timer)
      const read = JSON.parse(line) as ReadLine
      last = read.kind
      if (read.kind === 'problem') throw new AppError('badRequest', read.message)
      yield read
    }
    await ended
    if (last !== 'end') throw gaveUp(child)
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

function start(path: string, format: FormatName | 'auto'): ChildProcess {
  const flags = [
    '--permission',
    '--allow-fs-read=*',
    `--max-old-space-size=${MAX_HEAP_MB}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
  ]
  return spawn(process.execPath, [...flags, PROGRAM, path, format], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {},
  })
}

function outputOf({ stdout }: ChildProcess): NonNullable<ChildProcess['stdout']> {
  if (stdout === null) throw new Error('the process that reads a file has no output')
  return stdout
}

function gaveUp({ signalCode }: ChildProcess): AppError {
  const why =
    signalCode === 'SIGKILL' ? 'it takes too long' : 'it takes too much memory, or is damaged'
  return new AppError(
    'badRequest',
    `The file cannot be read: ${why}. Split it, or take out what is not needed.`,
  )
}
