import { createLogger } from '@sightline/shared/logger'
import { expect, onTestFinished, test } from 'vitest'
import type { Programs } from '../../../../agent/src/trace/find-icmp.ts'
import { findIcmp, findPrograms } from '../../../../agent/src/trace/find-icmp.ts'
import { findProgram } from '../../../../agent/src/programs/find-program.ts'
import { answered, standIn, writeProgram } from '../icmp/stand-in.ts'

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
  expect(icmp.missing).toBeNull()
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

test('a machine with nothing has no capability, and says what to install', async () => {
  const nothing = await find({})
  expect(nothing).toMatchObject({ engine: null, tracer: null, capabilities: [] })
  expect(nothing.missing).toMatch(/install mtr-tiny/)
})

test('where ping is switched off, that is why there is none', async () => {
  const icmp = await findIcmp(createLogger('test', 'fatal'), findPrograms('none'), 'none')
  expect(icmp).toMatchObject({
    engine: null,
    tracer: null,
    missing: 'Ping is switched off on this agent (SIGHTLINE_ICMP=none).',
    capabilities: [],
  })
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
