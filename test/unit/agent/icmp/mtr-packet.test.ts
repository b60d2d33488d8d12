import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { workFor } from '../../../../agent/src/bounds/sharer.ts'
import { findProgram } from '../../../../agent/src/programs/find-program.ts'
import type { ProbePool } from '../../../../agent/src/icmp/mtr-packet.ts'
import type { ProbeReply } from '../../../../agent/src/icmp/probe-line.ts'
import type { Probe } from '../../../../agent/src/icmp/probe-process.ts'
import { eventually } from '../../../helpers/eventually.ts'
import { runOutOfFiles } from '../../../helpers/out-of-files.ts'
import { answered, poolOf, standIn, writeProgram } from './stand-in.ts'

const MTR_PACKET = findProgram('mtr-packet')

type Outcome = ProbeReply | { kind: 'dead' }

function probeTo(pool: ProbePool, address: string): { probe: Probe; outcome: Promise<Outcome> } {
  const settled = Promise.withResolvers<Outcome>()
  const probe: Probe = {
    sentAtMs: null,
    isDropped: false,
    command: { address, protocol: 'icmp', port: null, ttl: null, packetSize: 56 },
    untilMs: performance.now() + 5_000,
    onReply: settled.resolve,
  }
  pool.send(probe)
  return { probe, outcome: settled.promise }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('gives each probe its own answer', async () => {
  const pool = poolOf(
    standIn({ '127.0.0.2': [answered('127.0.0.2', 2_000)], '127.0.0.3': ['no-reply'] }),
  )
  const probes = Array.from({ length: 200 }, (_, i) =>
    probeTo(pool, i % 2 === 0 ? '127.0.0.2' : '127.0.0.3'),
  )
  const kinds = (await Promise.all(probes.map(({ outcome }) => outcome))).map(({ kind }) => kind)
  expect(kinds).toEqual(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 'reply' : 'silence')))
})

test('probes beyond the window wait, and one that nobody waits for is never sent', async () => {
  const pool = poolOf(
    standIn({ '127.0.0.2': [''], '127.0.0.3': ['ttl-expired ip-4 10.0.0.{n} round-trip-time 1'] }),
    { window: 2 },
  )
  const first = probeTo(pool, '127.0.0.3')
  const second = probeTo(pool, '127.0.0.3')
  const third = probeTo(pool, '127.0.0.3')
  const fourth = probeTo(pool, '127.0.0.3')
  expect([first, second, third].map(({ probe }) => probe.sentAtMs !== null)).toEqual([
    true,
    true,
    false,
  ])
  third.probe.isDropped = true
  expect(await fourth.outcome).toMatchObject({ from: '10.0.0.3' })
  expect(third.probe.sentAtMs).toBeNull()
})

test('where there is no room left, whoever waits takes turns with the others', async () => {
  const pool = poolOf(standIn({ '127.0.0.3': [answered('127.0.0.3', 10)] }), { window: 1 })
  const order: string[] = []
  const ask = (sharer: string): Promise<unknown> =>
    workFor(sharer, () => probeTo(pool, '127.0.0.3').outcome.then(() => order.push(sharer)))
  await Promise.all(['silent site', 'silent site', 'silent site', 'silent site', 'other'].map(ask))
  expect(order.indexOf('other')).toBe(2)
})

test('targets that never answer do not hold up the others: another process is started', async () => {
  const script = { '127.0.0.2': [''], '127.0.0.3': [answered('127.0.0.3', 10)] }
  const pool = poolOf(standIn(script), { window: 3, maxProcesses: 2 })
  for (let i = 0; i < 5; i += 1) probeTo(pool, '127.0.0.2')
  expect(await probeTo(pool, '127.0.0.3').outcome).toMatchObject({ kind: 'reply' })
  expect(pool.pids()).toHaveLength(2)
})

test('a program with room for fewer probes than expected is sent the rest later', async () => {
  const pool = poolOf(
    standIn({ '127.0.0.2': ['probes-exhausted', 'probes-exhausted', answered('127.0.0.2', 10)] }),
  )
  expect(await probeTo(pool, '127.0.0.2').outcome).toMatchObject({ kind: 'reply' })
})

test('a program that ends tells its open probes and is started again', async () => {
  const pool = poolOf(
    standIn({ '127.0.0.2': [''], '127.0.0.3': ['exit'], '127.0.0.4': [answered('127.0.0.4', 9)] }),
  )
  const open = probeTo(pool, '127.0.0.2')
  expect(await probeTo(pool, '127.0.0.3').outcome).toEqual({ kind: 'dead' })
  expect(await open.outcome).toEqual({ kind: 'dead' })
  expect(await probeTo(pool, '127.0.0.4').outcome).toMatchObject({ kind: 'reply' })
})

test('output without sense is ignored, and without end it ends the program', async () => {
  const noise = writeProgram(
    `process.stdin.once('data', () => {
       process.stdout.write('what?\\n999 reply ip-4 1.2.3.4 round-trip-time 1\\n\\u0000\\n')
       setInterval(() => process.stdout.write('x'.repeat(10_000)), 5)
     })`,
  )
  expect(await probeTo(poolOf(noise), '127.0.0.2').outcome).toEqual({ kind: 'dead' })
})

test('a program that cannot be started leaves its probes waiting and breaks nothing', async () => {
  const pool = poolOf('/nonexistent/mtr-packet')
  const { probe } = probeTo(pool, '127.0.0.2')
  await once(spawn('/nonexistent/other'), 'error')
  expect(probe.isDropped).toBe(false)
})

test('with no file left to open each start fails once, and one succeeds when there is room', async () => {
  const found = await runOutOfFiles(
    { createProbePool: 'agent/src/icmp/mtr-packet.ts' },
    `fillUp(0)
     const warned = []
     let told
     const isTold = new Promise((resolve) => { told = resolve })
     const log = { warn: (fields) => { if (warned.push(fields) === 3) told() } }
     const size = { minProcesses: 1, maxProcesses: 1, window: 9 }
     const pool = createProbePool({ program: '/bin/cat', size, log })
     await isTold
     report(warned)
     const wait = setInterval(() => {
       if (pool.pids()[0] === undefined) return
       clearInterval(wait)
       pool.stop()
     }, 10)`,
  )
  const reason = 'too many files are open'
  expect(found).toEqual([100, 200, 400].map((restartInMs) => ({ reason, restartInMs })))
})

test('stop ends its processes', async () => {
  const pool = poolOf(standIn({}), { window: 1, maxProcesses: 2 })
  probeTo(pool, '127.0.0.2')
  probeTo(pool, '127.0.0.2')
  const pids = pool.pids()
  expect(pids).toHaveLength(2)
  pool.stop()
  await eventually(() => !pids.some(isRunning))
  expect(pool.pids()).toEqual([])
})

test.skipIf(MTR_PACKET === null)(
  'mtr-packet does not outlive an agent that was killed',
  async () => {
    const module = fileURLToPath(
      new URL('../../../../agent/src/icmp/probe-process.ts', import.meta.url),
    )
    const source = `
    import { startProbeProcess } from ${JSON.stringify(module)}
    const started = startProbeProcess(${JSON.stringify(MTR_PACKET)}, { settled() {}, ended() {} })
    console.log(started.pid)
    setInterval(() => {}, 1000)`
    const agent = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => {
      agent.kill('SIGKILL')
    })
    const [chunk] = (await once(agent.stdout, 'data')) as [Buffer]
    const pid = Number(chunk.toString())
    expect(isRunning(pid)).toBe(true)
    agent.kill('SIGKILL')
    await eventually(() => !isRunning(pid))
  },
)
