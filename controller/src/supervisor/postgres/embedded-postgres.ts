import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { StartError } from '../../process/start-error.ts'
import type { Run } from '../keeping/run.ts'
import { endRun, startRun } from '../keeping/run.ts'
import { within } from '../keeping/within.ts'
import type { Cluster } from './cluster.ts'
import { prepareCluster } from './cluster.ts'
import { endLeftPostgres } from './left-processes.ts'
import { applicationUrl, prepareDatabase, renewDatabase } from './roles.ts'
import { availableMemory, sharedBuffersMb } from './shared-buffers.ts'

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

type Settings = Readonly<Record<string, string>>

/** How PostgreSQL runs here. Given on the command line, so that a newer version of this program
 *  changes them for an old folder too. */
const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  // Nothing needs the socket, and two installations would meet in /tmp.
  unix_socket_directories: '',
  max_connections: '100',
  // By itself a part of the buffers, all of which is written to at the start.
  wal_buffers: '4MB',
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
const THROWAWAY_SETTINGS: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  max_connections: '300',
  // Both sides work through each at every connection, of which a run of the tests makes two thousand: 4,096, as is
  // usual, take 2.7 ms of a processor.
  scram_iterations: '1',
  shared_buffers: '128MB',
}

/** Below the ports that systems give to outgoing connections (from 32,768 on Linux, 49,152 on macOS): one of those
 *  can be taken by any connection while the server starts anew. */
const QUIET_PORTS = [20_000, 32_000] as const
const TRIES = 10

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
  const { folder, isThrowaway = false, onLine } = options
  await endLeftPostgres(join(folder, 'cluster'))
  const cluster = await prepareCluster(folder, isThrowaway)
  const settings = isThrowaway
    ? { ...SETTINGS, ...THROWAWAY_SETTINGS }
    : { ...SETTINGS, shared_buffers: `${sharedBuffersMb(availableMemory())}MB` }
  const { port, run } = await launchOnFreePort(cluster, settings, options.preferredPort, onLine)
  const { passwords } = cluster
  try {
    await prepareDatabase(port, passwords)
  } catch (error: unknown) {
    await stop(run, 1_000)
    throw error
  }
  return {
    url: applicationUrl(port, passwords.application),
    port,
    pid: run.process.pid ?? 0,
    exited: run.ended.then(() => undefined),
    stop: (graceMs) => stop(run, graceMs),
    renew: () => renewDatabase(port, passwords),
  }
}

/** The server is who sees whether a port is free: nobody takes it between a look and its start. */
async function launchOnFreePort(
  cluster: Cluster,
  settings: Settings,
  preferredPort: number | null | undefined,
  onLine: ((line: string) => void) | undefined,
): Promise<{ port: number; run: Run }> {
  let port = preferredPort ?? randomInt(...QUIET_PORTS)
  for (let tries = 1; ; tries += 1) {
    try {
      return { port, run: await launch(cluster, { ...settings, port: String(port) }, onLine) }
    } catch (error: unknown) {
      const isTaken = error instanceof StartError && error.message.endsWith(NO_PORT)
      if (!isTaken || tries === TRIES) throw error
      port = randomInt(...QUIET_PORTS)
    }
  }
}

const READY = 'database system is ready to accept connections'
const NO_PORT = 'could not create any TCP/IP sockets'
const COMPLAINT = /(?:FATAL|PANIC|ERROR|WARNING|LOG): +(.*(?:could not|in use|invalid|must|not).*)$/

/** Starts the server and waits until it takes connections. @throws StartError with what it complained of last */
async function launch(
  cluster: Cluster,
  settings: Settings,
  onLine: ((line: string) => void) | undefined,
): Promise<Run> {
  const { launcher, postgres, folder } = cluster
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const ready = Promise.withResolvers<true>()
  let complaint = 'no reason given'
  const run = startRun({
    words: [...launcher.prefix, postgres, '-D', folder, ...set],
    account: launcher.runAs,
    folder: '/',
    onLine(line) {
      if (line.endsWith(READY)) ready.resolve(true)
      complaint = COMPLAINT.exec(line)?.[1] ?? complaint
      onLine?.(line)
    },
  })
  run.ended.then(
    () => ready.reject(new StartError(`The database cannot be started: ${complaint}`)),
    ready.reject,
  )
  if (await within(ready.promise, START_TIMEOUT_MS, false)) return run
  await stop(run, 5_000)
  throw new StartError('The database was not ready after 10 minutes')
}

/** Fast shutdown, and what ends it sooner where that takes too long. */
async function stop(run: Run, graceMs: number): Promise<void> {
  await endRun(run, [
    ['SIGINT', graceMs],
    ['SIGQUIT', 500],
    ['SIGKILL', 2_000],
  ])
}
