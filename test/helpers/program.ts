import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AGENT_NODE_FLAGS } from '@sightline/shared/agent-process'
import {
  CONTROLLER_ENVIRONMENT,
  CONTROLLER_NODE_FLAGS,
} from '../../controller/src/process/node-flags.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** One of the project's programs, whether or not it is ready. */
export interface SpawnedProgram {
  readonly pid: number
  /** Everything it wrote so far. */
  readonly output: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  /** Asks it to stop and waits until it has. */
  readonly stop: () => Promise<number | null>
  readonly exited: Promise<number | null>
  /** The first thing it tells over its channel. */
  readonly told: Promise<unknown>
  /** Tells it something over its channel. @returns the next thing it tells */
  readonly ask: (question: object) => Promise<unknown>
}

/** One of the project's programs that said it is ready. */
export interface Program<Ready> extends SpawnedProgram {
  readonly ready: Ready
}

/** A machine that runs other tests starts programs slowly; only a test that fails waits for so long. */
const READY_TIMEOUT_MS = 150_000

const RUN = 'deploy/run.js'

/** Flags of production. */
const NODE_FLAGS = {
  'controller/src/main.ts': CONTROLLER_NODE_FLAGS,
  'agent/src/main.ts': AGENT_NODE_FLAGS,
} as const

const hasFlags = (file: string): file is keyof typeof NODE_FLAGS => file in NODE_FLAGS

/** Arguments of Node that run a program as production does; programs of the tests are run as they are. */
function howToRun(file: string): string[] {
  if (hasFlags(file)) return [...NODE_FLAGS[file], RUN, file]
  return file.endsWith('/supervisor/main.ts') ? [RUN, file] : [file]
}

/** Starts a program of this checkout.
 *  @param environment added to a clean environment
 *  @param within a command that runs the program in a place of its own, such as a network namespace
 *  @param root of another checkout whose program it is */
export function spawnProgram(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  within: readonly string[] = [],
  root = ROOT,
): SpawnedProgram {
  const [command = '', ...rest] = [...within, process.execPath, ...howToRun(file), ...args]
  const child: ChildProcess = spawn(command, rest, {
    cwd: root,
    env: {
      ...(file === 'controller/src/main.ts' ? CONTROLLER_ENVIRONMENT : {}),
      PATH: process.env['PATH'] ?? '',
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return {
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal) => {
      child.kill(signal)
    },
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
    exited,
    told: new Promise((resolve) => child.once('message', resolve)),
    ask: (question) =>
      new Promise((resolve, reject) => {
        child.once('message', resolve)
        void exited.then((code) => reject(new Error(`${file} ended with ${code}:\n${output}`)))
        child.send(question, (error) => {
          if (error !== null) reject(error)
        })
      }),
  }
}

/** Starts a program of this checkout, as above, and waits for its `{ type: 'ready' }`.
 *  @throws with its output when it ends or stays silent */
export async function startProgram<Ready>(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  within: readonly string[] = [],
  root = ROOT,
): Promise<Program<Ready>> {
  const program = spawnProgram(file, args, environment, within, root)
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    program.kill('SIGKILL')
    silence.reject(new Error(`${file} was not ready in time:\n${program.output()}`))
  }, READY_TIMEOUT_MS)
  const ended = program.exited.then((code) => {
    throw new Error(`${file} ended with ${code}:\n${program.output()}`)
  })
  // It ends sooner or later; only before it is ready that is a failure.
  ended.catch(() => undefined)
  try {
    const ready = (await Promise.race([program.told, silence.promise, ended])) as Ready
    return { ...program, ready }
  } finally {
    clearTimeout(timer)
  }
}
