import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Launcher } from './account.ts'
import { chooseLauncher } from './account.ts'
import { findPostgresBinaries } from './binaries.ts'
import { lastComplaint } from './last-complaint.ts'
import { refuseOtherMajor } from './major-version.ts'
import { StartError } from '../../process/start-error.ts'

/** Name of the database in an embedded PostgreSQL, and of its superuser, whom only this supervisor is. */
export const EMBEDDED_NAME = 'sightline'

/** Folder of the embedded PostgreSQL inside the data folder. */
export function databaseFolder(dataFolder: string): string {
  return join(dataFolder, 'postgres')
}

/** Passwords of the roles of an embedded PostgreSQL. */
export interface ClusterPasswords {
  readonly superuser: string
  /** Of the role that controllers and the command line are. */
  readonly application: string
}

/** Files of one embedded PostgreSQL, initialised and ready to be started. */
export interface Cluster {
  /** What PostgreSQL calls its data directory. */
  readonly folder: string
  readonly passwords: ClusterPasswords
  readonly postgres: string
  readonly launcher: Launcher
}

/** Prepares `folder`: `cluster/` is PostgreSQL's data directory, made once, `password` holds the
 *  superuser's password, `application-password` that of everybody else (0600).
 *  @param fast leaves out what guards against a power cut, for databases that are thrown away
 *  @throws StartError */
export async function prepareCluster(folder: string, fast = false): Promise<Cluster> {
  const binaries = findPostgresBinaries()
  refuseOtherMajor(join(folder, 'cluster'), binaries.major)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const launcher = chooseLauncher(binaries, folder)
  const cluster = join(folder, 'cluster')
  const passwords = {
    superuser: superuserPassword(folder, existsSync(cluster)),
    // Lost, it is made anew: the superuser tells it to the database at every start.
    application: readPassword(folder, 'application') ?? makePassword(fileOf(folder, 'application')),
  }
  removeUnfinished(folder)
  giveTo(launcher, folder)
  if (!existsSync(cluster)) {
    // Under another name until it is whole: a start that was killed half-way leaves nothing to trip over.
    const unfinished = join(folder, `unfinished-${process.pid}`)
    await initialise(launcher, binaries.initdb, [
      `--pgdata=${unfinished}`,
      `--username=${EMBEDDED_NAME}`,
      `--pwfile=${join(folder, 'password')}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(fast ? ['--no-sync'] : []),
    ])
    renameSync(unfinished, cluster)
  }
  return { folder: cluster, passwords, postgres: binaries.postgres, launcher }
}

/** Password of a role of the embedded PostgreSQL of a folder, null when there is none yet. */
export function readPassword(folder: string, role: keyof ClusterPasswords): string | null {
  const file = fileOf(folder, role)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

function fileOf(folder: string, role: keyof ClusterPasswords): string {
  return join(folder, role === 'superuser' ? 'password' : 'application-password')
}

function superuserPassword(folder: string, isClusterThere: boolean): string {
  const known = readPassword(folder, 'superuser')
  if (known !== null) return known
  const file = fileOf(folder, 'superuser')
  if (!isClusterThere) return makePassword(file)
  throw new StartError(
    `The database's password is missing: put ${file} back from a backup of the data folder`,
  )
}

function makePassword(file: string): string {
  const password = randomBytes(24).toString('base64url')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('unfinished-')) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function giveTo(launcher: Launcher, folder: string): void {
  const owner = launcher.filesOwner
  if (owner === null) return
  const isOwned = (path: string) => !existsSync(path) || statSync(path).uid === owner.uid
  const all = [folder, join(folder, 'password'), join(folder, 'cluster')]
  if (all.every(isOwned)) return
  const given = spawnSync('chown', ['-hR', `${owner.uid}:${owner.gid}`, folder], {
    encoding: 'utf8',
  })
  if (given.status !== 0) {
    throw new StartError(`The database folder cannot be prepared: ${lastComplaint(given.stderr)}`)
  }
}

/** @throws StartError with what it said last */
async function initialise(
  { prefix, runAs }: Launcher,
  initdb: string,
  options: readonly string[],
): Promise<void> {
  const [command = '', ...rest] = [...prefix, initdb, ...options]
  try {
    await promisify(execFile)(command, rest, { cwd: '/', ...runAs })
  } catch (error: unknown) {
    const { message, stderr = '' } = error as Error & { stderr?: string }
    throw new StartError(`The database cannot be created: ${lastComplaint(stderr || message)}`)
  }
}
