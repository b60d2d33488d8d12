import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  copyFilesForUser,
  environmentForUser,
  prepareAgentUser,
} from '../../../shared/src/agent-user.ts'
import type { AgentUser } from '../../../shared/src/agent-user.ts'
import { findAccount, keepNumber } from '../../../shared/src/system-account.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

const CANNOT_MOUNT = spawnSync('unshare', ['--mount', 'true']).status !== 0

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

    test('is root while the project is closed to others, and what it left then is of its user once it is open', () => {
      const parent = temporaryFolder()
      chmodSync(parent, 0o755)
      const dataFolder = dataFolderWithin(parent)
      const project = path.join(parent, 'project')
      const files = ['package.json', 'agent/src/main.ts', 'node_modules/zod/package.json']
      for (const file of files) {
        const whole = path.join(project, file)
        mkdirSync(path.dirname(whole), { recursive: true })
        writeFileSync(whole, '', { mode: 0o644 })
      }
      const places = { project, dataFolder, region: 'local' }
      for (const file of files) {
        chmodSync(path.join(project, file), 0o600)
        expect(prepareAgentUser(places), file).toBeNull()
        chmodSync(path.join(project, file), 0o644)
      }
      const left = path.join(dataFolder, 'agents', 'local', 'left-by-root')
      writeFileSync(left, '')
      const user = prepareAgentUser(places)
      expect(user).not.toBeNull()
      expect(statSync(left).uid).toBe(user?.account.uid)
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

    test.skipIf(CANNOT_MOUNT).each([tmpdir(), '/mnt'])(
      'is let into a closed folder in %s by mounts of its own, and sees nothing else there',
      (parent) => {
        const closed = mkdtempSync(path.join(parent, 'sightline-test-'))
        onTestFinished(() => rmSync(closed, { recursive: true }))
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
      },
    )

    test('has neither its token nor what else root knows in its environment or arguments', async () => {
      const folder = temporaryFolder()
      chmodSync(folder, 0o755)
      const secrets = { SIGHTLINE_AGENT_TOKEN: 'token-of-it', AWS_SECRET_ACCESS_KEY: 'of-root' }
      const agent = spawn(process.execPath, ['deploy/run.js', 'agent/src/command.ts', '--tls'], {
        cwd: PROJECT,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          ...secrets,
          PATH: process.env['PATH'],
          SIGHTLINE_CHROME: 'none',
          SIGHTLINE_CONTROLLER: '127.0.0.1:1',
          SIGHTLINE_REGION: 'eu-west',
          SIGHTLINE_DATA_DIR: folder,
        },
      })
      onTestFinished(() => void agent.kill('SIGKILL'))
      let output = ''
      for await (const text of agent.stderr.setEncoding('utf8')) {
        output += text as string
        // Only an agent with a token gets so far.
        if (output.includes('no connection to the controller')) break
      }
      const ofProcess = (name: string) => readFileSync(`/proc/${agent.pid}/${name}`, 'utf8')
      expect(/^Uid:\s+(\d+)/m.exec(ofProcess('status'))?.[1]).not.toBe('0')
      expect(ofProcess('environ')).toContain('SIGHTLINE_CHROME=none')
      for (const seen of [ofProcess('environ'), ofProcess('cmdline')]) {
        for (const secret of Object.values(secrets)) expect(seen).not.toContain(secret)
      }
      const exited = once(agent, 'exit')
      agent.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
    })

    test('gets copies of the certificates, and of its key, that only root can read', () => {
      const folder = temporaryFolder()
      const file = path.join(folder, 'ca.pem')
      writeFileSync(file, 'certificate', { mode: 0o600 })
      mkdirSync(path.join(folder, 'agents'))
      const given = {
        SIGHTLINE_CONTROLLER_CA: file,
        SIGHTLINE_AGENT_KEY: file,
        HOME: '/root',
        TZ: 'UTC',
      }
      const environment = environmentForUser(given, folder, { uid: 12_345, gid: 12_345 })
      const keyFile = environment['SIGHTLINE_AGENT_KEY'] ?? ''
      const key = statSync(keyFile)
      expect({ mode: key.mode & 0o777, uid: key.uid }).toEqual({ mode: 0o600, uid: 12_345 })
      const copy = environment['SIGHTLINE_CONTROLLER_CA'] ?? ''
      expect(path.dirname(copy)).toBe(path.join(folder, 'agents'))
      expect(statSync(copy).mode & 0o444).toBe(0o444)
      expect(environment).toMatchObject({ TZ: 'UTC' })
      writeFileSync(file, 'another')
      copyFilesForUser(given, folder, { uid: 12_345, gid: 12_345 })
      expect([readFileSync(copy, 'utf8'), readFileSync(keyFile, 'utf8')]).toEqual([
        'another',
        'another',
      ])
      copyFilesForUser(given, folder, { uid: 54_321, gid: 54_321 })
      expect(statSync(keyFile)).toMatchObject({ uid: 54_321 })
      expect(environment).not.toHaveProperty('HOME')
    })
  },
)
