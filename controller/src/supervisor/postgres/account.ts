import type { Account } from '@sightline/shared/system-account'
import { ensureAccount, findAccount, keepNumber } from '@sightline/shared/system-account'
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PostgresBinaries } from './binaries.ts'
import { StartError } from '../../process/start-error.ts'

/** A way to run PostgreSQL's programs so that they accept who they run as and reach their files. */
export interface Launcher {
  /** Put before the program on the command line. */
  readonly prefix: readonly string[]
  /** Who the process becomes, null when the prefix sees to it or nobody changes. */
  readonly runAs: Account | null
  /** Who the files of the database must belong to, null when they stay with whoever made them. */
  readonly filesOwner: Account | null
}

const ACCOUNT_NAME = 'sightline'

/** Where a supervisor dies without a word, its database stops as on a Ctrl-C (fast shutdown). */
const STOP_WITH_PARENT = ['--pdeathsig', 'INT']

/** Picks the first way that works here. PostgreSQL refuses to run as root; an unprivileged account
 *  cannot pass through a 0700 folder such as /root, so there it is given the one capability that
 *  reads and passes folders (or, in a container without that, the one that also writes).
 *  @param folder the database's own folder; it exists
 *  @throws StartError when none works */
export function chooseLauncher(binaries: PostgresBinaries, folder: string): Launcher {
  if (process.geteuid?.() !== 0) return ordinaryLauncher()
  const working = candidatesForRoot(folder).find((way) => reaches(way, binaries, folder))
  if (working !== undefined) return working
  throw new StartError(
    `PostgreSQL refuses to run as root, and no unprivileged account can reach ${folder} and ${binaries.postgres}: run as an ordinary user, set SIGHTLINE_DATA_DIR to a folder that others may pass through, or set DATABASE_URL`,
  )
}

function ordinaryLauncher(): Launcher {
  const prefix = ['setpriv', ...STOP_WITH_PARENT]
  const isThere = spawnSync('setpriv', [...STOP_WITH_PARENT, 'true'], { stdio: 'ignore' })
  return { prefix: isThere.status === 0 ? prefix : [], runAs: null, filesOwner: null }
}

function candidatesForRoot(folder: string): Launcher[] {
  const account = unprivilegedAccount(folder)
  const become = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  const withCapability = (name: string): Launcher => ({
    prefix: [
      ...become,
      ...STOP_WITH_PARENT,
      // access(2) leaves capabilities out of account without it, and initdb asks access(2).
      '--securebits=+no_setuid_fixup',
      `--inh-caps=+${name}`,
      `--ambient-caps=+${name}`,
    ],
    runAs: null,
    filesOwner: account,
  })
  return [
    { prefix: [...become, ...STOP_WITH_PARENT], runAs: null, filesOwner: account },
    { prefix: [], runAs: account, filesOwner: account },
    withCapability('dac_read_search'),
    withCapability('dac_override'),
    // Root outside, somebody else in the eyes of PostgreSQL.
    {
      prefix: ['unshare', '-U', `--map-user=${account.uid}`, `--map-group=${account.gid}`],
      runAs: null,
      filesOwner: { uid: 0, gid: 0 },
    },
  ]
}

/** Tries it: can a process started this way pass to the folder's parent, and does initdb find itself
 *  in order (who it runs as, its sister programs, its files)? The folder itself is handed over later. */
function reaches(launcher: Launcher, binaries: PostgresBinaries, folder: string): boolean {
  const script = 'cd "$1" && cd / && exec "$2" --show --pgdata=/nonexistent'
  const [command, ...rest] = [
    ...launcher.prefix,
    '/bin/sh',
    '-c',
    script,
    'sh',
    dirname(folder),
    binaries.initdb,
  ]
  const result = spawnSync(command, rest, { cwd: '/', stdio: 'ignore', ...launcher.runAs })
  return result.status === 0
}

/** Whoever owns the database already; else an account of our own; else nobody. */
function unprivilegedAccount(folder: string): Account {
  const { uid, gid } = statSync(folder)
  if (uid !== 0) {
    keepNumber({ uid, gid }, ACCOUNT_NAME)
    return { uid, gid }
  }
  const account = ensureAccount(ACCOUNT_NAME) ?? findAccount('nobody')
  if (account !== null) return account
  throw new StartError(
    'PostgreSQL refuses to run as root, and this system has no account to run it as: run as an ordinary user, or set DATABASE_URL',
  )
}
