import { create, fromBinary } from '@bufbuild/protobuf'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema, CheckStatus } from '@sightline/shared/gen/probe/v1/result_pb'
import { createLogger } from '@sightline/shared/logger'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Spool } from '../../../../agent/src/state/spool.ts'
import { createSpool } from '../../../../agent/src/state/spool.ts'
import { openState, StateError, stateFile } from '../../../../agent/src/state/database.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'
import type { SpooledResult } from '../../../../agent/src/state/spool/spooled-result.ts'

const log = createLogger('test', 'silent')
const ALL = 2n ** 62n
const LIMITS = { results: 1_000, bytes: 1e9 }

function aResult(scheduledAtMs: number, attempt = 0, status: CheckStatus = CheckStatus.UP) {
  return create(CheckResultSchema, {
    monitorId: 7,
    scheduledAtMs: BigInt(scheduledAtMs),
    attempt,
    status,
  })
}

const slotOf = ({ bytes }: SpooledResult): number =>
  Number(fromBinary(CheckResultSchema, bytes).scheduledAtMs)

function openSpool(folder = temporaryFolder(), maxResults = 1_000_000, maxBytes = 1e9) {
  const database = openState(folder)
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return { database, folder, spool: createSpool({ database, maxResults, maxBytes, log }) }
}

/** Puts results into it at once, whatever it would wait for. */
async function put(spool: Spool, results: readonly CheckResult[]): Promise<void> {
  const taken = results.map((result) => spool.append(result))
  spool.flush()
  await Promise.all(taken)
}

test('results of one moment are one commit, in order', async () => {
  const { spool } = openSpool()
  const onCommit = vi.fn()
  spool.onCommit(onCommit)
  await Promise.all(Array.from({ length: 500 }, (_, i) => spool.append(aResult(i))))
  expect(onCommit).toHaveBeenCalledTimes(1)
  const read = spool.read(0n, ALL, LIMITS)
  expect(read.map(slotOf)).toEqual(Array.from({ length: 500 }, (_, i) => i))
  expect(read.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 500 }, (_, i) => BigInt(i + 1)),
  )
})

test('a result that no message can hold is refused, and those beside it are written', async () => {
  const { spool } = openSpool()
  const refused = spool.append({ ...aResult(2), monitorId: -1 })
  await Promise.all([expect(refused).rejects.toThrow('monitor_id'), put(spool, [aResult(3)])])
  expect(spool.read(0n, ALL, LIMITS).map(slotOf)).toEqual([3])
})

test('what says nothing new waits for others; what somebody may wait for takes it along', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { spool } = openSpool()
  void spool.append(aResult(1))
  await vi.advanceTimersByTimeAsync(500)
  expect(spool.count()).toBe(0)
  void spool.append(aResult(2, 0, CheckStatus.DOWN))
  await vi.advanceTimersByTimeAsync(10)
  expect(spool.count()).toBe(2)
  void spool.append(aResult(3))
  await vi.advanceTimersByTimeAsync(10)
  expect(spool.count(), 'it is up again').toBe(3)
  void spool.append(aResult(4))
  await vi.advanceTimersByTimeAsync(500)
  expect(spool.count()).toBe(3)
  await vi.advanceTimersByTimeAsync(600)
  expect(spool.count()).toBe(4)
})

test('so many results do not wait, and none does once the agent stops', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { spool } = openSpool()
  for (let at = 0; at <= 100; at += 1) void spool.append(aResult(at))
  await vi.advanceTimersByTimeAsync(10)
  expect(spool.count()).toBe(101)
  void spool.append(aResult(101))
  spool.stopWaiting()
  expect(spool.count()).toBe(102)
  void spool.append(aResult(102))
  await vi.advanceTimersByTimeAsync(10)
  expect(spool.count()).toBe(103)
})

test('what it holds takes so many bytes', async () => {
  const { spool } = openSpool()
  expect(spool.bytes()).toBe(0)
  await put(
    spool,
    [1, 2, 3].map((at) => aResult(at)),
  )
  const held = spool.read(0n, ALL, LIMITS)
  expect(spool.bytes()).toBe(held.reduce((all, { bytes }) => all + bytes.byteLength, 0))
})

test('what is acknowledged is gone, and only that', async () => {
  const { spool } = openSpool()
  await put(
    spool,
    [1, 2, 3, 4, 5].map((at) => aResult(at)),
  )
  spool.acknowledge(2n, 4n)
  expect(spool.read(0n, ALL, LIMITS).map(({ sequence }) => sequence)).toEqual([1n, 2n, 5n])
  expect(spool.count()).toBe(3)
})

test('what memory and disk hold is told as one', async () => {
  const { spool } = openSpool()
  // More than memory keeps.
  await put(
    spool,
    Array.from({ length: 1_200 }, (_, i) => aResult(i)),
  )
  const sequences = (after: bigint, upTo = ALL) =>
    spool.read(after, upTo, LIMITS).map(({ sequence }) => Number(sequence))
  expect(sequences(0n)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1))
  expect(sequences(1_000n)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1_001))
  expect(sequences(1_100n, 1_103n)).toEqual([1_101, 1_102, 1_103])
  spool.acknowledge(0n, 1_100n)
  expect(sequences(0n)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1_101))
  await put(spool, [aResult(9_999)])
  expect(sequences(1_199n)).toEqual([1_200, 1_201])
  spool.acknowledge(1_100n, 1_201n)
  expect(sequences(0n)).toEqual([])
  await put(spool, [aResult(10_000)])
  expect(spool.read(0n, ALL, LIMITS).map(slotOf)).toEqual([10_000])
})

test('a sequence is never used twice, also when the spool was emptied and opened again', async () => {
  const { spool, database, folder } = openSpool()
  await put(spool, [aResult(1)])
  await put(spool, [aResult(2)])
  spool.acknowledge(0n, 2n)
  database.close()
  const again = openSpool(folder)
  expect(again.spool.lastSequence()).toBe(2n)
  await put(again.spool, [aResult(3)])
  expect(again.spool.read(0n, ALL, LIMITS).map(({ sequence }) => sequence)).toEqual([3n])
})

test('beyond the limit the oldest results go and are counted', async () => {
  const { spool } = openSpool(temporaryFolder(), 10)
  await put(
    spool,
    Array.from({ length: 25 }, (_, i) => aResult(i)),
  )
  expect(spool.count()).toBe(10)
  expect(spool.dropped()).toBe(15)
  expect(spool.read(0n, ALL, LIMITS).map(slotOf)[0]).toBe(15)
})

test('reading ends before the limits of a batch', async () => {
  const { spool } = openSpool()
  await put(
    spool,
    Array.from({ length: 20 }, (_, i) => aResult(i + 1_000)),
  )
  expect(spool.read(0n, ALL, { results: 5, bytes: 1e9 })).toHaveLength(5)
  expect(spool.read(0n, ALL, { results: 100, bytes: 1 })).toHaveLength(1)
  expect(spool.read(10n, 12n, LIMITS).map(({ sequence }) => sequence)).toEqual([11n, 12n])
})

test('knows the oldest slot of the grid, and the slots since an instant', async () => {
  const { spool } = openSpool()
  expect(spool.oldestSlotMs()).toBeNull()
  await put(spool, [aResult(50, 1), aResult(90), aResult(70)])
  expect(spool.oldestSlotMs()).toBe(70)
  expect(spool.slotsSince(80)).toEqual([{ monitorId: 7, scheduledAtMs: 90 }])
})

test('the state is for one agent at a time and for nobody else to read', () => {
  const { folder } = openSpool()
  expect(() => openState(folder)).toThrow(StateError)
  expect(() => openState(folder)).toThrow(/another agent is running/)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(folder, 'agent.sqlite')).mode & 0o777).toBe(0o600)
  expect(statSync(path.join(folder, 'agent.sqlite-wal')).mode & 0o777).toBe(0o600)
})

test('results that take too much of the disk make room: the oldest go', async () => {
  const maxBytes = 4_000_000
  const { database, folder, spool } = openSpool(temporaryFolder(), 1_000_000, maxBytes)
  const detailsJson = JSON.stringify({ banner: 'x'.repeat(10_000) })
  for (let at = 0; at < 2_000; at += 100) {
    const results = Array.from({ length: 100 }, (_, i) => aResult(at + i))
    await put(
      spool,
      results.map((result) => ({ ...result, detailsJson })),
    )
  }
  expect(spool.dropped()).toBeGreaterThan(0)
  expect(spool.count() + spool.dropped()).toBe(2_000)
  const [first, ...others] = spool.read(0n, ALL, LIMITS)
  expect(slotOf(first as SpooledResult)).toBe(spool.dropped())
  expect(others).toHaveLength(spool.count() - 1)
  database.exec('pragma wal_checkpoint(truncate)')
  // A batch more than the limit may have been in the file for a moment.
  expect(statSync(path.join(folder, 'agent.sqlite')).size).toBeLessThan(maxBytes + 2_000_000)
})

/** Of results on disk: the spool was opened again, so that none is read from memory. */
async function spoolOfDisk(results: readonly CheckResult[], rot: (database: DatabaseSync) => void) {
  const { spool, database, folder } = openSpool()
  await put(spool, results)
  rot(database)
  database.close()
  return openSpool(folder)
}

test('results that the disk did not keep as they were are dropped, and others go on', async () => {
  const results = Array.from({ length: 30 }, (_, i) => aResult(i + 1))
  const { spool, database } = await spoolOfDisk(results, (damaged) => {
    // It is a message yet, and says something else.
    damaged.exec(
      "update spool set result = unhex(replace(hex(result), '4001', '4003')) where sequence = 3",
    )
    // A block that was half written; it is a dozen results, more than one reading takes.
    damaged.exec(
      'update spool set result = zeroblob(length(result)) where sequence between 5 and 16',
    )
    damaged.exec('update spool set result = zeroblob(0) where sequence = 30')
  })
  const few = { results: 5, bytes: 1e9 }
  const sequences = (after: bigint) =>
    spool.read(after, ALL, few).map(({ sequence }) => Number(sequence))
  expect(sequences(0n)).toEqual([1, 2, 4])
  expect(sequences(4n)).toEqual([17, 18, 19, 20])
  expect(sequences(20n)).toEqual([21, 22, 23, 24, 25])
  expect(sequences(29n)).toEqual([])
  expect(spool.dropped()).toBe(14)
  expect(spool.count()).toBe(16)
  expect(database.prepare('select count(*) as rows from spool').get()).toEqual({ rows: 16 })
})

test('of results of an agent that knew no checksums those are dropped that are no messages', async () => {
  const { spool } = await spoolOfDisk([aResult(1), aResult(2), aResult(3)], (older) => {
    older.exec("update spool set result = unhex('FFFF') where sequence = 2")
    older.exec('alter table spool drop column checksum')
  })
  expect(spool.read(0n, ALL, LIMITS).map(slotOf)).toEqual([1, 3])
  await put(spool, [aResult(4)])
  expect(spool.read(0n, ALL, LIMITS).map(slotOf)).toEqual([1, 3, 4])
})

test('while the disk cannot be written, what it did not keep is passed over', async () => {
  const { spool, database } = await spoolOfDisk([aResult(1), aResult(2)], (damaged) =>
    damaged.exec('update spool set result = zeroblob(2) where sequence = 1'),
  )
  database.exec('pragma query_only = on')
  expect(spool.read(0n, ALL, LIMITS).map(slotOf)).toEqual([2])
  expect(spool.dropped()).toBe(0)
  database.exec('pragma query_only = off')
  expect(spool.read(0n, ALL, LIMITS).map(slotOf)).toEqual([2])
  expect(spool.dropped()).toBe(1)
})

test('a slot that the disk changed does not keep results from being forgotten', async () => {
  const { spool, database, folder } = openSpool()
  await put(spool, [aResult(50), aResult(1_790_000_000_000), aResult(70)])
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  flipBit(stateFile(folder), slotBytes(1_790_000_000_000))
  const again = openSpool(folder)
  again.spool.acknowledge(0n, 2n)
  expect(again.spool.read(0n, ALL, LIMITS).map(slotOf)).toEqual([70])
  expect(again.spool.oldestSlotMs()).toBe(70)
})

/** As SQLite keeps it. */
function slotBytes(slotMs: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(slotMs))
  return bytes.subarray(2)
}

/** Flips the last bit of the first place where a file has these bytes. */
function flipBit(file: string, bytes: Buffer): void {
  const whole = readFileSync(file)
  const place = whole.indexOf(bytes)
  expect(place).toBeGreaterThan(0)
  const last = place + bytes.length - 1
  whole[last] = (whole[last] ?? 0) ^ 1
  writeFileSync(file, whole)
}
