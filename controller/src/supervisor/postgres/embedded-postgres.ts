import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import type { Cluster } from './cluster.ts'
import { prepareCluster } from './cluster.ts'
import { applicationUrl, prepareDatabase, renewDatabase } from './roles.ts'
import { endLeftPostgres, readPostgresState } from './processes.ts'
import { signalPid } from '../processes.ts'
import { within } from '../within.ts'
import { StartError } from '../../process/start-error.ts'

/** A PostgreSQL of our own that runs. */
export interface EmbeddedPostgres {
  /** Connection URL, with the password, of the role that owns the database and may do nothing else. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Settles when the server has ended, for whatever reason. */
  readonly exited: Promise<void>
  /** Fast shutdown: sessions are ended and everything is on disk; after `graceMs` it is cut short,
   *  and the next start recovers what was committed. */
  readonly stop: (graceMs: number) => Promise<void>
  /** Makes the database anew, without anything in it. Nobody may be connected to it. */
  readonly renew: () => Promise<void>
}

/** How PostgreSQL runs here. Given on the command line, so that a newer version of this program
 *  changes them for an old folder too. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // Nothing needs the socket, and two installations would meet in /tmp.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // Nobody replicates from here, and reading ahead by processes of their own helps no small machine:
  // four processes less.
  max_logical_replication_workers: '0',
  io_method: 'sync',
  max_wal_size: '1GB',
  wal_compression: 'on',
  checkpoint_completion_target: '0.9',
  synchronous_commit: 'on',
  // Checks arrive all the time: without this a table of latest states grows faster than it is tidied.
  autovacuum_vacuum_scale_factor: '0.05',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
}

/** No promise to survive a power cut: for a server that lives as long as one run of the tests. */
const THROWAWAY_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  max_connections: '300',
  // Both sides work through each at every connection, of which a run of the tests makes two thousand: 4,096, as is
  // usual, take 2.7 ms of a processor.
  scram_iterations: '1',
}

/** Recovery after a kill may have much to replay, and cutting it short would only start it over. */
const START_TIMEOUT_MS = 10 * 60_000

/** Starts the PostgreSQL of a folder, which is made at the first start.
 *  @param options.preferredPort kept when it is free, so that a URL stays good over a restart
 *  @param options.isThrowaway faster and without durability
 *  @param options.onLine called with each line of the server's log
 *  @throws StartError */
export async function startEmbeddedPostgres(options: {
  folder: string
  preferredPort?: number | null
  isThrowaway?: boolean
  onLine?: (line: string) => void
}): Promise<EmbeddedPostgres> {
  const isThrowaway = options.isThrowaway ?? false
  await endLeftPostgres(join(options.folder, 'cluster'))
  const cluster = await prepareCluster(options.folder, isThrowaway)
  let preferredPort = options.preferredPort ?? null
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(preferredPort)
    const settings = { ...SETTINGS, ...(isThrowaway ? THROWAWAY_SETTINGS : {}), port: String(port) }
    try {
      const server = launch(cluster, settings, options.onLine)
      await waitUntilReady(cluster, server)
      await prepareDatabase(port, cluster.passwords)
      const url = applicationUrl(port, cluster.passwords.application)
      return {
        url,
        port,
        pid: server.pid,
        exited: server.exited,
        stop: stopper(server),
        renew: () => renewDatabase(port, cluster.passwords),
      }
    } catch (error: unknown) {
      // Somebody else took the port between the look and the start.
      const isPortTaken = error instanceof StartError && error.message.includes('in use')
      if (!isPortTaken || attempt === 5) throw error
      preferredPort = null
    }
  }
}

interface Server {
  readonly pid: number
  readonly child: ChildProcess
  readonly exited: Promise<void>
  /** The last thing it complained of. */
  readonly complaint: () => string
}

function launch(
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  onLine: ((line: string) => void) | undefined,
): Server {
  const [command = '', ...rest] = [
    ...cluster.launcher.prefix,
    cluster.postgres,
    '-D',
    cluster.folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn(command, rest, {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // Out of the terminal's group: Ctrl-C is for the supervisor, which stops things in order.
    detached: true,
    ...cluster.launcher.runAs,
  })
  let complaint = ''
  createInterface({ input: child.stderr }).on('line', (line) => {
    const told =
      /(?:FATAL|PANIC|ERROR|WARNING|LOG): +(.*(?:could not|in use|invalid|must|not).*)$/.exec(line)
    if (told?.[1] !== undefined) complaint = told[1]
    onLine?.(line)
  })
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', (error) => {
      complaint = error.message
      resolve()
    })
  })
  return { pid: child.pid ?? 0, child, exited, complaint: () => complaint }
}

async function waitUntilReady(cluster: Cluster, server: Server): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  const { child } = server
  while (performance.now() < deadline) {
    const told = readPostgresState(cluster.folder)
    if (told?.state === 'ready' && told.pid === server.pid) return
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      await server.exited
      throw new StartError(
        `The database cannot be started: ${server.complaint() || 'no reason given'}`,
      )
    }
    await delay(25)
  }
  await stopper(server)(5_000)
  throw new StartError('The database was not ready after 10 minutes')
}

function stopper(server: Server) {
  return async (graceMs: number): Promise<void> => {
    const steps = [
      ['SIGINT', graceMs],
      ['SIGQUIT', 500],
      ['SIGKILL', 2_000],
    ] as const
    for (const [name, waitMs] of steps) {
      if (server.child.exitCode !== null || server.child.signalCode !== null) break
      signalPid(server.pid, name)
      const over = server.exited.then(() => true)
      if (await within(over, waitMs, false)) return
    }
  }
}
