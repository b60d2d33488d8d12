import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { environmentForUser, prepareAgentUser } from '../../../shared/src/agent-user.ts'
import type { AgentUser } from '../../../shared/src/agent-user.ts'
import { findAccount, keepNumber } from '../../../shared/src/system-account.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/** Runs a shell's words as the agent's user. */
function asAgent({ account, prefix }: AgentUser, script: string) {
  const [program, ...given] = [...prefix, '/bin/sh', '-c', script]
  const options = { cwd: '/', encoding: 'utf8', ...(prefix.length === 0 ? account : {}) } as const
  return spawnSync(program, given, options)
}

function dataFolderWithin(parent: string): string {
  const folder = path.join(parent, 'data')
  mkdirSync(path.join(folder, 'agents', 'local'), { recursive: true, mode: 0o700 })
  writeFileSync(path.join(folder, 'secret.key'), 'secret', { mode: 0o600 })
  writeFileSync(path.join(folder, 'agents', 'local', 'agent.sqlite'), 'of root', { mode: 0o600 })
  return folder
}

describe.skipIf(process.geteuid?.() !== 0 || process.platform !== 'linux')(
  'an agent that root starts',
  () => {
    test('is somebody who has its own folders and reads no secret', () => {
      const parent = temporaryFolder()
      chmodSync(parent, 0o755)
      const dataFolder = dataFolderWithin(parent)
      const user = prepareAgentUser({ project: PROJECT, dataFolder, region: 'local' })
      if (user === null) throw new Error('no user')
      const state = path.join(dataFolder, 'agents', 'local')
      expect(user.account.uid).not.toBe(0)
      // What an earlier start left as root's.
      expect(statSync(path.join(state, 'agent.sqlite')).uid).toBe(user.account.uid)
      expect(asAgent(user, 'id -u').stdout.trim()).toBe(String(user.account.uid))
      expect(asAgent(user, `touch ${state}/mine && cat ${state}/agent.sqlite`).stdout).toBe(
        'of root',
      )
      expect(asAgent(user, `cat ${dataFolder}/secret.key`)).toMatchObject({ stdout: '' })
      expect(asAgent(user, `touch ${dataFolder}/agents/other`).status).not.toBe(0)
    })

    test('is never who owns the database, though a machine made anew forgot whose that number is', () => {
      const parent = temporaryFolder()
      chmodSync(parent, 0o755)
      const dataFolder = dataFolderWithin(parent)
      const places = { project: PROJECT, dataFolder, region: 'local' }
      const uid = prepareAgentUser(places)?.account.uid ?? 0
      mkdirSync(path.join(dataFolder, 'postgres'))
      chownSync(path.join(dataFolder, 'postgres'), uid, uid)
      expect(prepareAgentUser(places)).toBeNull()

      const nobodys = { uid: 764_321, gid: 764_321 }
      keepNumber(nobodys, 'sightline-test')
      onTestFinished(() => void spawnSync('userdel', ['sightline-test']))
      expect(findAccount('sightline-test')).toEqual(nobodys)
      keepNumber(nobodys, 'sightline-other')
      expect(findAccount('sightline-other')).toBeNull()
    })

    test('is let into a closed folder by mounts of its own, and sees nothing else there', (context) => {
      const probe = spawnSync('unshare', ['--mount', 'true'])
      if (probe.status !== 0) context.skip('mounts are not allowed here')
      const closed = temporaryFolder()
      writeFileSync(path.join(closed, 'mine'), 'not for others', { mode: 0o644 })
      const dataFolder = dataFolderWithin(closed)
      const user = prepareAgentUser({ project: PROJECT, dataFolder, region: 'local' })
      if (user === null) throw new Error('no user')
      expect(user.prefix[0]).toBe('unshare')
      expect(asAgent(user, `cat ${dataFolder}/agents/local/agent.sqlite`).stdout).toBe('of root')
      expect(asAgent(user, `ls ${closed}; cat ${closed}/mine ${dataFolder}/secret.key`)).toEqual(
        expect.objectContaining({ stdout: '' }),
      )
      expect(statSync(closed).mode & 0o077).toBe(0)
    })

    test('gets copies of the certificates that only root can read', () => {
      const folder = temporaryFolder()
      const file = path.join(folder, 'ca.pem')
      writeFileSync(file, 'certificate', { mode: 0o600 })
      mkdirSync(path.join(folder, 'agents'))
      const given = { SIGHTLINE_CONTROLLER_CA: file, HOME: '/root', TZ: 'UTC' }
      const environment = environmentForUser(given, folder)
      const copy = environment['SIGHTLINE_CONTROLLER_CA'] ?? ''
      expect(path.dirname(copy)).toBe(path.join(folder, 'agents'))
      expect(statSync(copy).mode & 0o444).toBe(0o444)
      expect(environment).toMatchObject({ TZ: 'UTC' })
      expect(environment).not.toHaveProperty('HOME')
    })
  },
)
