import { spawnSync } from 'node:child_process'
import {
  chownSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Account } from './system-account.ts'
import { ensureAccount } from './system-account.ts'

/** Its own, apart from the database's: an agent runs what pages bring along. */
const ACCOUNT_NAME = 'sightline-agent'

/** What is told where there is no such user. */
export const AGENT_IS_ROOT =
  'The agent runs as root, without a browser: no user of its own can be made, or reads the files of this project (there: chmod a+rX . *.json; chmod -R a+rX agent controller deploy node_modules shared; never the data folder, which holds secrets).'

/** How root runs an agent, and with it Chrome, as a user that can read none of its secrets. */
export interface AgentUser {
  readonly account: Account
  /** Put before the program on the command line; empty where the program's process just becomes that
   *  user. */
  readonly prefix: readonly string[]
}

/** What an agent's user must reach. */
export interface AgentPlaces {
  /** Folder of this project. */
  readonly project: string
  readonly dataFolder: string
  readonly region: string
}

/** Folders that belong to the agents: state, Chrome, and what is compiled of the program. */
function ownFolders({ dataFolder, region }: AgentPlaces): string[] {
  return [
    path.join(dataFolder, 'agents', region),
    path.join(dataFolder, 'chrome'),
    compiledFolder(dataFolder),
  ]
}

/** Where agents of another user keep what is compiled: root never runs code that others may write. */
export function compiledFolder(dataFolder: string): string {
  return path.join(dataFolder, 'agents', '.compiled')
}

/** Gives a folder to the account with all that an earlier start, as root, left in it. One that is its own
 *  already is left alone: what is in there is not to be trusted. */
function giveFolder(folder: string, { uid, gid }: Account): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (lstatSync(folder).uid === uid) return
  const given = spawnSync('chown', ['-hR', `${uid}:${gid}`, folder], { stdio: 'ignore' })
  // Where that was cut short (a Ctrl-C), the next start goes on with it: what is in there is still ours.
  if (given.status === 0) chownSync(folder, uid, gid)
  else chownSync(folder, 0, 0)
}

/** Lets others pass through a folder of ours, without seeing what is in it. */
function letPass(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const { mode, uid } = lstatSync(folder)
  if (uid === 0) chmodSync(folder, (mode & 0o777) | 0o111)
}

function succeeds(script: string, given: readonly string[], { uid, gid }: Account): boolean {
  const command = ['-c', script, 'sh', ...given]
  return spawnSync('/bin/sh', command, { cwd: '/', stdio: 'ignore', uid, gid }).status === 0
}

/** The outermost folder on the way to another that an account cannot pass; null when it reaches it. */
function obstacle(folder: string, account: Account): string | null {
  const above = [folder]
  while (path.dirname(above[0] ?? '/') !== above[0]) above.unshift(path.dirname(above[0] ?? '/'))
  return above.find((each) => !succeeds('cd "$1"', [each], account)) ?? null
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Empty folders of nearly every machine. Of what a way opens at most two lie in any. */
const STAGES = ['/mnt', '/media', '/srv', '/opt', '/tmp'] as const

/** A folder that may be covered for a moment, since none of the others lies in it. */
function stageBeside(folders: readonly string[]): string {
  const real = folders.map((folder) => realpathSync(folder))
  const isBeside = (stage: string): boolean =>
    existsSync(stage) && !real.some((folder) => `${folder}/`.startsWith(`${realpathSync(stage)}/`))
  return STAGES.find(isBeside) ?? STAGES[0]
}

/** A command that runs another one where closed folders (such as /root) are empty but for the ones it is
 *  to reach: mounts of its own, which end with it. */
function openedWay(
  { uid, gid }: Account,
  hidden: readonly string[],
  reached: readonly string[],
): string[] {
  const stage = stageBeside(reached)
  const script = [
    'set -e',
    `mount -t tmpfs -o mode=0711 sightline ${stage}`,
    ...reached.flatMap((folder, at) => [
      `mkdir ${stage}/${at}`,
      `mount --rbind ${quoted(folder)} ${stage}/${at}`,
    ]),
    ...hidden.map((folder) => `mount -t tmpfs -o mode=0711 sightline ${quoted(folder)}`),
    ...reached.flatMap((folder, at) => [
      `mkdir -p ${quoted(folder)}`,
      `mount --rbind ${stage}/${at} ${quoted(folder)}`,
    ]),
    `umount -l ${stage}`,
    `cd ${quoted(reached[0] ?? '/')}`,
    `exec setpriv --reuid=${uid} --regid=${gid} --clear-groups "$@"`,
  ].join('\n')
  return ['unshare', '--mount', '--propagation', 'private', '/bin/sh', '-c', script, 'sh']
}

/** Where a machine made anew gave the agent's account the number that the database's files have. */
function ownsDatabase({ uid }: Account, dataFolder: string): boolean {
  return lstatSync(path.join(dataFolder, 'postgres'), { throwIfNoEntry: false })?.uid === uid
}

/** Prepares to run an agent as a user of its own: makes the account and gives it the agent's folders. Only
 *  for root. Where the project lies in a folder that others cannot pass (such as /root), the agent gets
 *  mounts of its own.
 *  @returns null where neither works: no account can be made, or the project's files themselves are closed
 *    to others */
export function prepareAgentUser(places: AgentPlaces): AgentUser | null {
  const account = ensureAccount(ACCOUNT_NAME)
  if (account === null) return null
  const { project, dataFolder } = places
  if (ownsDatabase(account, dataFolder)) return null
  letPass(dataFolder)
  letPass(path.join(dataFolder, 'agents'))
  const closed = [obstacle(project, account), obstacle(dataFolder, account)]
  const hidden = [...new Set(closed.filter((folder) => folder !== null))]
  const prefix = hidden.length === 0 ? [] : openedWay(account, hidden, [project, dataFolder])
  const user = { account, prefix }
  // Before it is given anything: what root's agent would leave in there was closed to it later.
  if (!readsProgram(user, project)) return null
  for (const folder of ownFolders(places)) giveFolder(folder, account)
  return usesFolders(user, places) ? user : null
}

/** Tries it: can the agent's user read the program? */
function readsProgram(user: AgentUser, project: string): boolean {
  return tries(user, 'test -r "$1" && test -r "$2" && test -r "$3" && "$4" --version', [
    path.join(project, 'agent', 'src', 'main.ts'),
    path.join(project, 'package.json'),
    path.join(project, 'node_modules', 'zod', 'package.json'),
    process.execPath,
  ])
}

/** And write its state? */
function usesFolders(user: AgentUser, { dataFolder, region }: AgentPlaces): boolean {
  return tries(user, 'cd "$1" && test -w .', [path.join(dataFolder, 'agents', region)])
}

function tries({ account, prefix }: AgentUser, script: string, given: readonly string[]): boolean {
  const [program = '', ...rest] = [...prefix, '/bin/sh', '-c', script, 'sh', ...given]
  const become = prefix.length === 0 ? account : {}
  return spawnSync(program, rest, { cwd: '/', stdio: 'ignore', ...become }).status === 0
}

/** Settings that name a file, which only root may be able to read. */
const FILE_SETTINGS = [
  'SIGHTLINE_CONTROLLER_CA',
  'SIGHTLINE_AGENT_CERT',
  'SIGHTLINE_AGENT_KEY',
  'NODE_EXTRA_CA_CERTS',
] as const

type Owner = Pick<Account, 'uid' | 'gid'>

/** The environment with which an agent runs as its user: certificates, and the key of its own, are copied to where it
 *  reads them and nobody else.
 *  @param dataFolder whose folder `agents` is root's */
export function environmentForUser(
  environment: NodeJS.ProcessEnv,
  dataFolder: string,
  owner: Owner,
): NodeJS.ProcessEnv {
  const result: NodeJS.ProcessEnv = {
    ...environment,
    ...copyFilesForUser(environment, dataFolder, owner),
    RUN_COMPILED_DIR: compiledFolder(dataFolder),
  }
  delete result['HOME']
  // Root's own, where each user has one (libpam-tmpdir): Chrome does not start without a folder for its socket.
  delete result['TMPDIR']
  return result
}

/** Copies files that settings name, where they differ from their copies.
 *  @returns these settings, with the copies. One that cannot be read is left out: the agent says so itself */
export function copyFilesForUser(
  environment: NodeJS.ProcessEnv,
  dataFolder: string,
  owner: Owner,
): NodeJS.ProcessEnv {
  const result: NodeJS.ProcessEnv = {}
  for (const name of FILE_SETTINGS) {
    const file = environment[name]
    if (file === undefined || file === '') continue
    const copy = path.join(dataFolder, 'agents', `.${name.toLowerCase()}.pem`)
    try {
      // Certificates are nobody's secret; the key is the agent's alone.
      copyFile(file, copy, name === 'SIGHTLINE_AGENT_KEY' ? owner : null)
      result[name] = copy
    } catch {
      continue
    }
  }
  return result
}

/** @param owner who alone reads the copy; null: everybody may */
function copyFile(file: string, copy: string, owner: Owner | null): void {
  const content = readFileSync(file)
  const isHis = owner === null || lstatSync(copy, { throwIfNoEntry: false })?.uid === owner.uid
  if (isHis && existsSync(copy) && readFileSync(copy).equals(content)) return
  const unfinished = `${copy}.${process.pid}`
  writeFileSync(unfinished, content, { mode: 0o600 })
  if (owner === null) chmodSync(unfinished, 0o644)
  else chownSync(unfinished, owner.uid, owner.gid)
  renameSync(unfinished, copy)
}
