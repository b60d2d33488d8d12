import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { findOrphans } from '../../../../controller/src/supervisor/orphans.ts'
import {
  isRunning,
  parseProcStat,
  recordProcess,
  signal,
} from '../../../../controller/src/supervisor/processes.ts'
import type { RuntimeState } from '../../../../controller/src/supervisor/runtime-file.ts'

test('a name with spaces and brackets does not shift the fields of /proc', () => {
  const text =
    '4242 (odd ) name (x) S 17 4242 4242 0 -1 4194304 99 0 0 0 0 0 0 0 20 0 1 0 151148 3133440 390\n'
  expect(parseProcStat(text)).toEqual({ state: 'S', parentPid: 17, startTicks: '151148' })
  expect(parseProcStat('')).toBeNull()
})

test('a process is itself until it ends, and a recycled pid is not it', async () => {
  const child = spawn('sleep', ['60'])
  const record = recordProcess(child.pid ?? 0) ?? { pid: 0, identity: '' }
  expect(isRunning(record)).toBe(true)

  const earlier = { ...record, identity: 'the same pid, started before' }
  expect(isRunning(earlier)).toBe(false)
  signal(earlier, 'SIGKILL')
  expect(child.killed || child.exitCode !== null).toBe(false)
  expect(isRunning(record)).toBe(true)

  signal(record, 'SIGKILL')
  await once(child, 'exit')
  expect(isRunning(record)).toBe(false)
  expect(recordProcess(record.pid)).toBeNull()
})

test('only children that still run, as themselves, count as orphans', () => {
  const own = recordProcess(process.pid) ?? { pid: 0, identity: '' }
  const state: RuntimeState = {
    supervisor: { pid: 1, identity: 'gone' },
    children: [
      { name: 'controller', ...own },
      { name: 'agent-a', pid: own.pid, identity: 'another start' },
      { name: 'agent-b', pid: 2_147_483_000, identity: own.identity },
    ],
    databasePort: null,
    url: null,
    grpc: null,
  }
  expect(findOrphans(state).map(({ pid }) => pid)).toEqual([own.pid])
  expect(findOrphans(null)).toEqual([])
})
