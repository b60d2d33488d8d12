import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '../../agent/src/programs/find-program.ts'
import { freePort } from './free-port.ts'

const HOST = '127.0.0.1'
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 3_000
/** Between a port that was free and the server's own bind another program may take it. */
const MAX_STARTS = 3

/** Where a server lives: a folder of its own and loopback ports that were free for TCP and UDP. */
export interface Place {
  readonly folder: string
  readonly ports: readonly number[]
}

/** A server program that answers. */
export interface RealServer extends Place {
  /** Everything it wrote so far. */
  readonly output: () => string
  /** Ends it and everything it started, and removes its folder. */
  readonly stop: () => Promise<void>
}

/** What a file of tests needs of the machine. */
export interface Installed {
  /** Goes at the end of the title of its tests: why they are skipped; empty where they are not. */
  readonly note: string
  readonly isMissing: boolean
  /** Absolute path of a program by its name. */
  readonly program: (name: string) => string
}

function isConfined(program: string): boolean {
  const profile = `/etc/apparmor.d/${program.slice(1).replaceAll('/', '.')}`
  return existsSync('/sys/kernel/security/apparmor/profiles') && existsSync(profile)
}

function reasonToSkip(
  programs: ReadonlyMap<string, string | null>,
  asRoot: boolean,
): string | null {
  for (const [name, found] of programs) if (found === null) return `${name} is not installed`
  if (asRoot && process.getuid?.() !== 0) return 'only root can start it'
  for (const [name, found] of programs) {
    if (found !== null && isConfined(found)) return `AppArmor keeps ${name} in the system's folders`
  }
  return null
}

/** Looks for the programs of a server.
 *  @param options.asRoot it starts as root only */
export function installed(names: readonly string[], options: { asRoot?: boolean } = {}): Installed {
  const programs = new Map(names.map((name) => [name, findProgram(name)]))
  const reason = reasonToSkip(programs, options.asRoot ?? false)
  // The usual report counts skipped tests without their titles.
  if (reason !== null) console.warn(`tests with ${names[0]} are skipped: ${reason}`)
  return {
    note: reason === null ? '' : ` (skipped: ${reason})`,
    isMissing: reason !== null,
    program: (name) => programs.get(name) ?? name,
  }
}

/** A port that is free for TCP and for UDP. */
async function portOfBoth(): Promise<number> {
  for (;;) {
    const port = await freePort()
    const socket = createSocket('udp4')
    const isFree = await new Promise<boolean>((resolve) => {
      socket.once('error', () => resolve(false))
      socket.bind(port, HOST, () => resolve(true))
    })
    if (isFree) {
      socket.close()
      return port
    }
  }
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST)
    const tell = (isOpen: boolean): void => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => tell(true))
    socket.once('error', () => tell(false))
  })
}

const allConnect = async ({ ports }: Place): Promise<boolean> =>
  (await Promise.all(ports.map(connects))).every(Boolean)

/** A program to run as a server. */
export interface ServerPlan {
  readonly program: string
  /** How many ports it needs. */
  readonly ports: number
  /** Files to write before, by their path within the folder. */
  readonly files: (place: Place) => Readonly<Record<string, string>>
  readonly args: (place: Place) => readonly string[]
  readonly environment?: (place: Place) => Readonly<Record<string, string>>
  /** What has to be done once the files are there. */
  readonly prepare?: (place: Place) => Promise<void>
  /** Whether it answers; without it, whether all its ports take connections. */
  readonly answers?: (place: Place) => Promise<boolean>
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // It is gone.
  }
}

async function stopped(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => endGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS)
  endGroup(child, 'SIGTERM')
  await exited
  clearTimeout(timer)
  // What it started and left behind.
  endGroup(child, 'SIGKILL')
}

async function start(plan: ServerPlan, place: Place): Promise<RealServer | string> {
  const { folder } = place
  for (const [name, text] of Object.entries(plan.files(place))) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  await plan.prepare?.(place)
  // The server ends with the tests, whatever ends these.
  const setpriv = findProgram('setpriv')
  const command = [plan.program, ...plan.args(place)]
  if (setpriv !== null) command.unshift(setpriv, '--pdeathsig', 'KILL', '--')
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...plan.environment?.(place) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const isRunning = (): boolean =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null
  const until = performance.now() + START_TIMEOUT_MS
  while (isRunning() && performance.now() < until) {
    if (await (plan.answers ?? allConnect)(place)) {
      return {
        ...place,
        output: () => output,
        async stop() {
          await stopped(child, exited)
          rmSync(folder, { recursive: true, force: true })
        },
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await stopped(child, exited)
  return output
}

/** Starts a server of the machine as a child on free loopback ports, with nothing of the system's own
 *  configuration, and waits until it answers. The caller stops it.
 *  @throws with its output when it does not come up */
export async function startServer(plan: ServerPlan): Promise<RealServer> {
  let output = ''
  for (let starts = 0; starts < MAX_STARTS; starts += 1) {
    const folder = mkdtempSync(path.join(tmpdir(), 'sightline-test-'))
    // Servers give up root and go on as users of their own.
    await chmod(folder, 0o755)
    const ports = await Promise.all(Array.from({ length: plan.ports }, portOfBoth))
    const started = await start(plan, { folder, ports }).catch((error: unknown) => {
      rmSync(folder, { recursive: true, force: true })
      throw error
    })
    if (typeof started !== 'string') return started
    output = started
    const log = await readFile(path.join(folder, 'log'), 'utf8').catch(() => '')
    if (log !== '') output += `\n${log}`
    rmSync(folder, { recursive: true, force: true })
  }
  throw new Error(`${plan.program} did not come up:\n${output.slice(-4_000)}`)
}
