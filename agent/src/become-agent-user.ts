import { farAgentEnvironment } from '@sightline/shared/agent-environment'
import { agentArguments } from '@sightline/shared/agent-process'
import type { AgentUser } from '@sightline/shared/agent-user'
import { AGENT_IS_ROOT, environmentForUser, prepareAgentUser } from '@sightline/shared/agent-user'
import { EnvironmentError } from '@sightline/shared/environment'
import { unknownSettings } from '@sightline/shared/unknown-settings'
import { closeSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAgentConfig } from './config.ts'
import { controllerName } from './connection/controller-address.ts'
import { findProgram } from './programs/find-program.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const RUN = fileURLToPath(new URL('../../deploy/run.js', import.meta.url))
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Puts a token where standard input was: nobody but this process, and the one that replaces it, reads the
 *  file, which is nowhere any more. An environment or arguments would show it to every other process of
 *  the agent's user.
 *  @param folder that only root may write */
export function giveAsStandardInput(token: string, folder: string): void {
  const file = path.join(folder, `.token-${process.pid}`)
  writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' })
  try {
    closeSync(0)
    // The lowest number that is free.
    if (openSync(file, 'r') !== 0) throw new Error('standard input is not where it belongs')
  } finally {
    unlinkSync(file)
  }
}

const resolved = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : path.resolve(file)

/** Settings without those that are not set. */
function given(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

/** Ends the process, in a line that says why, where the folder cannot be given to the agent's user. */
function prepareUser(dataFolder: string, region: string): AgentUser | null {
  try {
    return prepareAgentUser({ project: PROJECT, dataFolder, region })
  } catch (error) {
    // The system's errors say enough; anything else is a bug and shows its way.
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    process.stderr.write(
      `agent: the data folder ${dataFolder} cannot be used: ${error.message}. It must be a folder that root may write, or name another with --data-dir\n`,
    )
    return process.exit(1)
  }
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
  const user = prepareUser(dataFolder, config.SIGHTLINE_REGION)
  if (user === null) {
    process.stderr.write(`agent: ${AGENT_IS_ROOT}\n`)
    return
  }
  // The agent is not given them, and so could not tell.
  for (const words of unknownSettings(process.env)) process.stderr.write(`agent: ${words}\n`)
  const settings = {
    ...farAgentEnvironment(process.env),
    SIGHTLINE_CONTROLLER_TLS: String(config.SIGHTLINE_CONTROLLER_TLS),
    ...given({
      SIGHTLINE_AGENT_NAME: config.SIGHTLINE_AGENT_NAME,
      SIGHTLINE_CONTROLLER_CA: resolved(config.SIGHTLINE_CONTROLLER_CA),
      SIGHTLINE_AGENT_CERT: resolved(config.SIGHTLINE_AGENT_CERT),
      SIGHTLINE_AGENT_KEY: resolved(config.SIGHTLINE_AGENT_KEY),
    }),
  }
  const environment = environmentForUser(settings, dataFolder, user.account)
  const controller = config.SIGHTLINE_CONTROLLER.map(controllerName).join(',')
  const flags = agentArguments({ controller, region: config.SIGHTLINE_REGION, dataFolder })
  giveAsStandardInput(config.SIGHTLINE_AGENT_TOKEN, dataFolder)
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
