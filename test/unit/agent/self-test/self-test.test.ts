import { createNameResolver } from '@sightline/shared/name-resolution'
import { expect, onTestFinished, test } from 'vitest'
import { egressProbe, parseEgressTarget } from '../../../../agent/src/self-test/egress.ts'
import type { EgressTarget } from '../../../../agent/src/self-test/egress.ts'
import { createLoopDelayMeter } from '../../../../agent/src/self-test/loop-delay.ts'
import { loopDelayProbe } from '../../../../agent/src/self-test/loop-delay-probe.ts'
import { loopbackProbe } from '../../../../agent/src/self-test/loopback.ts'
import type { Probe } from '../../../../agent/src/self-test/probe.ts'
import { fault } from '../../../../agent/src/self-test/probe.ts'
import { createSelfTest } from '../../../../agent/src/self-test/self-test.ts'
import { stateFolderProbe } from '../../../../agent/src/self-test/state-folder.ts'
import { openState } from '../../../../agent/src/state/database.ts'
import { serveRaw } from '../../../helpers/listen.ts'
import { startNameServer } from '../../../helpers/name-server.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

async function resultOf(...probes: Probe[]) {
  const selfTest = createSelfTest(probes)
  expect(selfTest.result().passed).toBe(false)
  await selfTest.start()
  selfTest.stop()
  return selfTest.result()
}

test('passes when nothing is wrong, and asks nobody outside unless told to', async () => {
  const database = openState(temporaryFolder())
  const resolver = createNameResolver({ servers: ['127.0.0.1:9'] })
  const meter = createLoopDelayMeter()
  onTestFinished(() => meter.stop())
  const result = await resultOf(
    loopDelayProbe(meter),
    stateFolderProbe(database),
    loopbackProbe,
    egressProbe([], resolver),
  )
  expect(result).toEqual({ passed: true, error: null })
  database.close()
})

test('tells the first thing that is wrong', async () => {
  const result = await resultOf(
    async () => null,
    async () => fault('the disk is full'),
    async () => fault('the moon is gone'),
  )
  expect(result).toEqual({ passed: false, error: 'the disk is full' })
})

test('counts the clean runs in a row', async () => {
  const answers = [null, null, fault('the disk is full'), null]
  const selfTest = createSelfTest([async () => answers.shift() ?? null])
  expect(selfTest.passedInRow()).toBe(0)
  const counts: number[] = []
  while (answers.length > 0) {
    await selfTest.start()
    selfTest.stop()
    counts.push(selfTest.passedInRow())
  }
  expect(counts).toEqual([1, 2, 0, 1])
})

test('notices a state folder that cannot be written', async () => {
  const database = openState(temporaryFolder())
  const probe = stateFolderProbe(database)
  expect(await probe()).toBeNull()
  database.exec('pragma query_only = 1')
  expect((await probe())?.message).toContain('the state folder cannot be written')
  database.close()
})

test('notices that the process stood still', async () => {
  const meter = createLoopDelayMeter()
  onTestFinished(() => meter.stop())
  const probe = loopDelayProbe(meter)
  const heartbeat = meter.reader()
  await new Promise((resolve) => setTimeout(resolve, 250))
  const until = performance.now() + 1_200
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect((await probe())?.message).toContain('the process stood still for')
  expect(heartbeat()).toBeGreaterThan(1_000)
  expect(await probe()).toBeNull()
})

test.for<[string, EgressTarget | null]>([
  ['tcp://gateway.example:443', { kind: 'tcp', host: 'gateway.example', port: 443 }],
  ['tcp://[2001:db8::1]:53', { kind: 'tcp', host: '2001:db8::1', port: 53 }],
  ['dns://example.com', { kind: 'dns', name: 'example.com' }],
  ['tcp://gateway.example', null],
  ['tcp://gateway.example:0', null],
  ['tcp://gateway.example:65536', null],
  ['https://example.com', null],
  ['example.com', null],
])('%s names a target of the self-test: %j', ([text, expected]) => {
  expect(parseEgressTarget(text)).toEqual(expected)
})

test('one of the targets is enough for a way out', async () => {
  const port = await serveRaw((socket) => socket.end())
  const server = await startNameServer({ 'up.example': { a: ['127.0.0.1'] } })
  const resolver = createNameResolver({ servers: [server] })
  const dead: EgressTarget = { kind: 'tcp', host: '127.0.0.1', port: 9 }
  const gone: EgressTarget = { kind: 'dns', name: 'gone.example' }
  const probe = (...targets: EgressTarget[]) => egressProbe(targets, resolver)()
  expect(await probe(dead, { kind: 'tcp', host: '127.0.0.1', port })).toBeNull()
  expect(await probe({ kind: 'dns', name: 'up.example' }, gone)).toBeNull()
  expect(await probe({ kind: 'tcp', host: 'up.example', port })).toBeNull()
  expect(await probe(dead, gone)).toEqual({
    cause: 'agentEgressDown',
    message:
      'the agent has no way out: none of 127.0.0.1:9, gone.example (SIGHTLINE_SELF_TEST) can be reached',
    toldToOthers: 'the agent has no way out',
  })
})
