import { create } from '@bufbuild/protobuf'
import { CheckResultSchema, CheckStatus } from '@sightline/shared/gen/probe/v1/result_pb'
import { createLogger } from '@sightline/shared/logger'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPendingResults } from '../../../../../agent/src/state/spool/pending-results.ts'

const log = createLogger('test', 'silent')

/** Pending results of a disk that refuses until it is told to take them. */
function onRefusingDisk(refusal: Error = new Error('the disk is full')) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const disk = { takes: false, holds: [] as number[], tries: 0, lost: 0, told: 0 }
  const pending = createPendingResults({
    write(batch) {
      disk.tries += 1
      if (!disk.takes) throw refusal
      disk.holds.push(...batch.map(({ result }) => result.monitorId))
    },
    written: () => (disk.told += 1),
    lost: (results) => (disk.lost += results),
    log,
  })
  const append = (monitorId: number) =>
    pending.append(create(CheckResultSchema, { monitorId, status: CheckStatus.DOWN }))
  return { disk, pending, append }
}

test('what the disk refuses is written a second later, with what came meanwhile, and only then taken', async () => {
  const { disk, append } = onRefusingDisk()
  const taken = vi.fn()
  void append(1).then(taken)
  await vi.advanceTimersByTimeAsync(10)
  expect(disk.tries).toBe(1)
  void append(2)
  await vi.advanceTimersByTimeAsync(900)
  expect(disk.tries, 'at the pace of a disk that refuses').toBe(1)
  expect(taken).not.toHaveBeenCalled()
  disk.takes = true
  await vi.advanceTimersByTimeAsync(100)
  expect(disk).toMatchObject({ holds: [1, 2], told: 1, lost: 0 })
  expect(taken).toHaveBeenCalled()
})

test('of more results than memory is for the oldest go, are counted, and nobody waits for them', async () => {
  const { disk, pending, append } = onRefusingDisk()
  const first = append(1)
  for (let id = 2; id <= 20_001; id += 1) void append(id)
  pending.flush()
  await first
  expect(disk).toMatchObject({ lost: 1, told: 0 })
  disk.takes = true
  pending.flush()
  expect(disk.holds).toHaveLength(20_000)
  expect(disk.holds[0]).toBe(2)
})

test('of a file that is damaged it does not hope that it takes them some time', () => {
  const damaged = Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
  const { pending, append } = onRefusingDisk(damaged)
  void append(1)
  expect(() => pending.flush()).toThrow(damaged)
})
