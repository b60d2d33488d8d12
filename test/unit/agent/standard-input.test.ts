import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const CONFIG = fileURLToPath(new URL('../../../agent/src/config.ts', import.meta.url))

/** Tells when it is about to read, and then the token that it read. */
const PROGRAM = `
  import 'node:process'
  import { readAgentConfig } from ${JSON.stringify(CONFIG)}
  process.send('reading')
  const given = ['node', 'agent', '--controller', 'localhost:50051', '--region', 'eu-west', '--token-file', '-']
  process.send(readAgentConfig(given, {}).SIGHTLINE_AGENT_TOKEN)
  process.disconnect()`

test('a token that comes late and in pieces over standard input is read whole', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const ended = once(child, 'exit')
  expect(await once(child, 'message')).toEqual(['reading', undefined])
  const read = Promise.race([once(child, 'message'), ended])
  child.stdin?.on('error', () => {})
  child.stdin?.write('sl_agent_')
  setImmediate(() => child.stdin?.end('late\n'))
  expect((await read)[0]).toBe('sl_agent_late')
  expect(await ended).toEqual([0, null])
})
