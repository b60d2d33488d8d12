import { AGENT_IS_ROOT, environmentForUser, prepareAgentUser } from '@sightline/shared/agent-user'
import { EnvironmentError } from '@sightline/shared/environment'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAgentConfig } from './config.ts'
import { findProgram } from './programs/find-program.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const RUN = fileURLToPath(new URL('../../deploy/run.js', import.meta.url))
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Flags whose values reach the agent by its environment instead: files that only root may read, a token
 *  that others would see, and a folder that may be given relative to where root stands. */
const REPLACED = ['--token', '--token-file', '--ca', '--data-dir']

/** @returns the flags without those that are replaced, and without their values */
export function keptFlags(flags: readonly string[]): string[] {
  return flags.filter((flag, at) => {
    if (REPLACED.includes(flag) || REPLACED.includes(flags[at - 1] ?? '')) return false
    return !REPLACED.some((replaced) => flag.startsWith(`${replaced}=`))
  })
}

/** Goes on as a user without rights, when root runs this program. Either the process is replaced by one
 *  of that user's and nothing comes after; or it becomes that user's; or, where neither can be, it stays
 *  root's and says so. Settings that are wrong are left to the agent to tell. */
export function becomeAgentUser(): void {
  let config
  try {
    config = readAgentConfig(process.argv, process.env)
  } catch (error) {
    if (error instanceof EnvironmentError) return
    throw error
  }
  const dataFolder = path.resolve(config.SIGHTLINE_DATA_DIR)
  const user = prepareAgentUser({ project: PROJECT, dataFolder, region: config.SIGHTLINE_REGION })
  if (user === null) {
    process.stderr.write(`agent: ${AGENT_IS_ROOT}\n`)
    return
  }
  const ca = config.SIGHTLINE_CONTROLLER_CA
  const settings = {
    ...process.env,
    SIGHTLINE_AGENT_TOKEN: config.SIGHTLINE_AGENT_TOKEN,
    SIGHTLINE_DATA_DIR: dataFolder,
    ...(ca === undefined ? {} : { SIGHTLINE_CONTROLLER_CA: path.resolve(ca) }),
  }
  const environment = environmentForUser(settings, dataFolder)
  const flags = keptFlags(process.argv.slice(2))
  const { uid, gid } = user.account
  const setpriv = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const prefix = user.prefix.length > 0 ? user.prefix : setpriv
  const program = findProgram(prefix[0] ?? '')
  if (program !== null && process.execve !== undefined) {
    const command = [...prefix, process.execPath, ...process.execArgv, RUN, MAIN, ...flags]
    process.execve(program, command, environment)
  }
  process.argv.splice(2, process.argv.length, ...flags)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
