import { createLogger } from '@sightline/shared/logger'
import { expect, onTestFinished, test } from 'vitest'
import type { Programs } from '../../../../agent/src/icmp/find-engine.ts'
import { findIcmp } from '../../../../agent/src/icmp/find-engine.ts'
import { findProgram } from '../../../../agent/src/icmp/find-program.ts'
import { answered, standIn, writeProgram } from './stand-in.ts'

const NOTHING: Programs = { mtrPacket: null, ping: null, traceroute: null, traceroute6: null }
const PING = findProgram('ping')

async function find(programs: Partial<Programs>) {
  const icmp = await findIcmp(createLogger('test', 'fatal'), { ...NOTHING, ...programs })
  onTestFinished(() => icmp.stop())
  return icmp
}

test('mtr-packet that gets an answer from its own machine is the engine', async () => {
  const mtrPacket = standIn({ '127.0.0.1': [answered('127.0.0.1', 5)] })
  const icmp = await find({ mtrPacket, traceroute: '/usr/bin/traceroute' })
  expect(icmp.capabilities).toEqual(['ping', 'mtr', 'traceroute'])
  expect(icmp.engine?.engine).toBe('mtr')
})

test('without permission, or broken, it is not: the commands are', async () => {
  for (const mtrPacket of [
    standIn({ '127.0.0.1': ['permission-denied'] }),
    writeProgram('process.exit(1)'),
    '/nonexistent/mtr-packet',
  ]) {
    const icmp = await find({ mtrPacket, traceroute: '/usr/bin/traceroute' })
    expect(icmp.capabilities).toEqual(['traceroute', 'tracerouteCommand'])
    expect(icmp.engine).toBeNull()
  }
})

test('a machine with nothing has no capability', async () => {
  expect(await find({})).toMatchObject({ engine: null, tracer: null, capabilities: [] })
})

test.skipIf(PING === null)(
  'the ping command is the engine where mtr-packet is missing',
  async () => {
    const { engine } = await find({ ping: PING })
    if (engine === null) return // This user may not ping.
    const run = { packets: 2, packetIntervalMs: 200, packetSize: 0, limitMs: 3_000, minWaitMs: 500 }
    const replies = await engine.ping({ ...run, address: '127.0.0.1' }, AbortSignal.timeout(3_000))
    expect(replies.map(({ kind }) => kind)).toEqual(['reply', 'reply'])
    await expect(
      engine.ping({ ...run, address: '-f' }, AbortSignal.timeout(3_000)),
    ).rejects.toThrow(/no address/)
  },
)

test('programs are looked for in absolute folders only', () => {
  const file = writeProgram('')
  const folder = file.slice(0, -'/program'.length)
  expect(findProgram('program', `relative::${folder}`)).toBe(file)
  expect(findProgram('program', 'relative:')).toBeNull()
})
