import { anySignal } from '@sightline/shared/any-signal'
import type { Logger } from '@sightline/shared/logger'
import type { Browser as Puppeteer, CDPSession } from 'puppeteer'
import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { printable } from '../outcome/printable.ts'
import { beforeAbort } from './before-abort.ts'
import { chromeArguments } from './chrome-arguments.ts'
import { createPipeTransport } from './pipe-transport.ts'
import type { NotStarted } from './launch-failures.ts'
import { isSandboxRefused, launchFailureText, ROOT_HAS_NO_SANDBOX } from './launch-failures.ts'
import { loadPuppeteer } from './load-puppeteer.ts'
import { poorEnvironment } from './poor-environment.ts'
import { isSharedMemoryPoor } from './shared-memory.ts'
import type { ChromeProgram } from './unpack-chrome.ts'

/** A Chrome that runs. */
export interface Chrome {
  /** Number of its process group. */
  readonly pid: number
  readonly puppeteer: Puppeteer
  /** Speaks to the browser itself, not to a page of it. */
  readonly session: CDPSession
  /** Aborts when its process has ended, for whatever reason. */
  readonly gone: AbortSignal
  /** The last that it wrote to standard error. */
  readonly output: () => string
  /** Ends it with all of its processes, at once, and removes its files. */
  readonly end: () => Promise<void>
}

/** Chrome does not start; the message is one sentence for people. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError'
}

/** Long, because it takes seconds on a machine at rest. */
const START_MS = 60_000
const COMMAND_MS = 30_000
const KEPT_OUTPUT = 4_000

function environmentFor(program: ChromeProgram, profileFolder: string): Record<string, string> {
  return {
    ...poorEnvironment(profileFolder),
    // It has nothing to ask of the machine's services.
    DBUS_SYSTEM_BUS_ADDRESS: 'disabled:',
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    ...program.environment,
  }
}

/** Standard input and output are not used; Chrome reads from 3 and writes to 4. */
type Pipes = [null, null, Readable, Writable, Readable]

async function start(
  program: ChromeProgram,
  profileFolder: string,
  isSandboxed: boolean,
  signal: AbortSignal,
  startMs: number,
): Promise<{ chrome: Chrome } | NotStarted> {
  const { connect } = await loadPuppeteer()
  const situation = {
    profileFolder,
    isSandboxed,
    isSharedMemoryPoor: await isSharedMemoryPoor(),
  }
  const child = spawn(program.file, chromeArguments(situation), {
    // A process group of its own, so that one signal ends all of its processes.
    detached: true,
    cwd: profileFolder,
    env: environmentFor(program, profileFolder),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const gone = new AbortController()
  let output = ''
  const ended = new Promise<void>((resolve) => {
    const over = (): void => {
      gone.abort()
      resolve()
    }
    child.once('exit', over)
    child.once('error', (error) => {
      output = error.message
      over()
    })
  })

  let ending: Promise<void> | null = null

  async function kill(): Promise<void> {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
    await ended
    // What stays goes with the next start of the agent.
    await rm(profileFolder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }

  function end(): Promise<void> {
    // Once: the number of a process that is gone may soon be another's.
    ending ??= kill()
    return ending
  }

  const [, , messages, toChrome, fromChrome] = child.stdio as unknown as Pipes
  messages.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-KEPT_OUTPUT)
  })
  messages.on('error', () => {})
  const transport = createPipeTransport(toChrome, fromChrome)
  const limit = anySignal([signal, gone.signal, AbortSignal.timeout(startMs)])
  try {
    const connecting = connect({ transport, defaultViewport: null, protocolTimeout: COMMAND_MS })
    const puppeteer = await beforeAbort(connecting, limit)
    const session = await beforeAbort(puppeteer.target().createCDPSession(), limit)
    return {
      chrome: {
        pid: child.pid ?? 0,
        puppeteer,
        session,
        gone: gone.signal,
        output: () => output,
        end,
      },
    }
  } catch (error) {
    const isLate = limit.aborted && !gone.signal.aborted
    await end()
    return { output: output === '' ? String(error) : output, isLate }
  }
}

/** Starts a Chrome with a profile of its own. Its processes are locked in, or it is not started; where the
 *  operator takes it without (SIGHTLINE_CHROME_SANDBOX=off), it is started without only where the machine
 *  does not allow a sandbox, with a warning.
 *  @param folder of profiles, of this agent alone
 *  @param startMs how long it may take to answer, with a sandbox and without
 *  @throws LaunchError; the signal's reason when that ends first */
export async function launchChrome(
  program: ChromeProgram,
  folder: string,
  log: Logger,
  signal: AbortSignal,
  startMs = START_MS,
): Promise<Chrome> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot && program.isSandboxed) throw new LaunchError(ROOT_HAS_NO_SANDBOX)
  let failure: NotStarted = { output: '', isLate: false }
  for (const isSandboxed of isRoot ? [false] : [true, false]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const profileFolder = await mkdtemp(path.join(folder, 'profile-'))
    const started = await start(program, profileFolder, isSandboxed, signal, startMs)
    if ('chrome' in started) {
      if (!isSandboxed) log.warn('Chrome runs without its sandbox (SIGHTLINE_CHROME_SANDBOX=off)')
      return started.chrome
    }
    signal.throwIfAborted()
    failure = started
    const { output } = started
    log.warn(
      { program: program.file, isSandboxed, output: printable(output, 1_000) },
      'Chrome does not start',
    )
    if (program.isSandboxed || !isSandboxRefused(started)) break
  }
  throw new LaunchError(launchFailureText(failure, startMs))
}
