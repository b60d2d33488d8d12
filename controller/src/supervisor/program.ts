import { AGENT_NODE_FLAGS } from '@sightline/shared/agent-process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { CONTROLLER_NODE_FLAGS } from '../process/node-flags.ts'

/** A program of this project that `npm start` runs. */
export interface Program {
  /** Path of its main file. */
  readonly entry: string
  readonly nodeFlags: readonly string[]
}

/** This project. */
export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/** Whether local agents run as a user of their own. */
export const isRoot = (): boolean => process.geteuid?.() === 0

export const CONTROLLER: Program = {
  entry: fileURLToPath(new URL('../main.ts', import.meta.url)),
  nodeFlags: CONTROLLER_NODE_FLAGS,
}

export const AGENT: Program = {
  entry: fileURLToPath(new URL('../../../agent/src/main.ts', import.meta.url)),
  nodeFlags: AGENT_NODE_FLAGS,
}

/** The command that runs a program with what loading it compiles kept on disk. */
export function wordsOf({ entry, nodeFlags }: Program): string[] {
  return [process.execPath, ...nodeFlags, `${PROJECT}/deploy/run.js`, entry]
}

/** Compiles a program that is to be started soon, if it is not yet. Where that fails, its start does it. */
export async function compileAhead(
  program: Program,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const [command = '', ...rest] = wordsOf(program)
  const child = spawn(command, rest, {
    env: { ...environment, RUN_COMPILE_ONLY: '1' },
    stdio: 'ignore',
  })
  await once(child, 'exit').catch(() => undefined)
}
