import { createLogger } from '@sightline/shared/logger'
import { DatabaseError } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { IncomingResult } from '../../../../controller/src/db/results.ts'
import { createIngestQueue } from '../../../../controller/src/ingest/queue.ts'
import type { IntakeUnit } from '../../../../controller/src/ingest/waiting-units.ts'

const log = createLogger('test', 'silent')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function rows(count: number, from = 0): IncomingResult[] {
  // The queue never looks into a row.
  return Array.from(
    { length: count },
    (_, index) => ({ monitorId: from + index }) as IncomingResult,
  )
}

const ONE_AGENT = {}

const sender = (tokenId: number): IntakeUnit['sender'] => ({
  agentId: `agt_${tokenId}`,
  region: 'eu-west',
  tokenId,
})

function aUnit(unit: Partial<IntakeUnit>): IntakeUnit {
  return {
    rows: rows(1),
    live: true,
    urgent: false,
    sender: sender(1),
    source: ONE_AGENT,
    acknowledge: () => undefined,
    ...unit,
  }
}

class ServerAway extends Error {
  readonly code = 'ECONNREFUSED'
}

describe('the ingest queue', () => {
  it('acknowledges only after the commit', async () => {
    const order: string[] = []
    const queue = createIngestQueue(async () => {
      order.push('commit')
    }, log)
    queue.add(aUnit({ acknowledge: () => order.push('acknowledge') }))
    await vi.advanceTimersByTimeAsync(200)
    expect(order).toEqual(['commit', 'acknowledge'])
  })

  it('calls results fresh that are live and tried for the first time, with no other among them', async () => {
    const told: boolean[] = []
    const queue = createIngestQueue(async (_, areFresh) => {
      told.push(areFresh)
      if (told.length === 1) throw new ServerAway()
    }, log)
    queue.add(aUnit({}))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told).toEqual([true, false])
    queue.add(aUnit({}))
    queue.add(aUnit({ live: false }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told.slice(2)).toEqual([false])
  })

  it('handles with care for a time who sends results again as new ones, and nobody else', async () => {
    const told: { senders: number[]; areFresh: boolean }[] = []
    const queue = createIngestQueue(async (batch, areFresh, foundThere) => {
      const senders = [...new Set(batch.map((row) => row.monitorId))]
      told.push({ senders, areFresh })
      const again = batch.filter((row) => row.monitorId === LIAR)
      if (areFresh && again.length > 0) foundThere(again)
    }, log)
    const LIAR = 13
    const rowsOf = (tokenId: number) => rows(900).map((row) => ({ ...row, monitorId: tokenId }))
    const send = async (): Promise<void> => {
      for (const tokenId of [1, LIAR, 2]) {
        queue.add(aUnit({ rows: rowsOf(tokenId), sender: sender(tokenId), source: { tokenId } }))
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
    await send()
    expect(told[0]).toEqual({ senders: [1, LIAR], areFresh: true })
    expect(queue.stats()).toMatchObject({ clashes: 1, sendersInCare: 1 })
    told.length = 0
    await send()
    expect(told).toEqual([
      { senders: [1, 2], areFresh: true },
      { senders: [LIAR], areFresh: false },
    ])
    expect(queue.stats()).toMatchObject({ clashes: 1, waitingRows: 0 })
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(queue.stats()).toMatchObject({ sendersInCare: 0 })
    told.length = 0
    await send()
    expect(told[0]?.areFresh).toBe(true)
  })

  it('makes no transaction more for who is handled with care while few results come', async () => {
    const sizes: number[] = []
    const queue = createIngestQueue(async (batch, areFresh, foundThere) => {
      sizes.push(batch.length)
      if (areFresh) foundThere(batch.slice(0, 1))
    }, log)
    for (let round = 0; round < 2; round += 1) {
      for (const tokenId of [1, 2, 3]) queue.add(aUnit({ sender: sender(tokenId) }))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(sizes).toEqual([3, 3])
  })

  it('gathers passing results and commits a failing one at once', async () => {
    const batches: number[] = []
    const queue = createIngestQueue(async (batch) => {
      batches.push(batch.length)
    }, log)
    queue.add(aUnit({}))
    queue.add(aUnit({}))
    await vi.advanceTimersByTimeAsync(0)
    expect(batches).toEqual([])
    queue.add(aUnit({ urgent: true }))
    await vi.advanceTimersByTimeAsync(0)
    expect(batches).toEqual([3])
  })

  it('stores a lone passing result soon, and few at a time in one transaction', async () => {
    const batches: number[] = []
    const queue = createIngestQueue(async (batch) => {
      batches.push(batch.length)
    }, log)
    queue.add(aUnit({}))
    await vi.advanceTimersByTimeAsync(100)
    expect(batches).toEqual([1])
    for (let unit = 0; unit < 20; unit += 1) {
      queue.add(aUnit({}))
      await vi.advanceTimersByTimeAsync(100)
    }
    await vi.advanceTimersByTimeAsync(400)
    expect(batches).toEqual([1, 4, 4, 4, 4, 4])
  })

  it('has what came during a transaction wait for company, unless it is urgent or much', async () => {
    const underWay: (() => void)[] = []
    const batches: number[] = []
    const queue = createIngestQueue((batch) => {
      batches.push(batch.length)
      return new Promise((resolve) => underWay.push(resolve))
    }, log)
    queue.add(aUnit({ urgent: true }))
    queue.add(aUnit({}))
    underWay[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(batches).toEqual([1])
    await vi.advanceTimersByTimeAsync(400)
    expect(batches).toEqual([1, 1])
    queue.add(aUnit({ rows: rows(100) }))
    underWay[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(batches).toEqual([1, 1, 100])
    underWay[2]?.()
    await vi.advanceTimersByTimeAsync(0)
    queue.add(aUnit({}))
    queue.add(aUnit({ urgent: true }))
    await vi.advanceTimersByTimeAsync(0)
    expect(batches).toEqual([1, 1, 100, 2])
  })

  it('stores few that fail meanwhile after the transaction under way, together; many, or after long, beside it', async () => {
    const underWay: (() => void)[] = []
    const batches: number[] = []
    const queue = createIngestQueue((batch) => {
      batches.push(batch.length)
      return new Promise((resolve) => underWay.push(resolve))
    }, log)
    for (let unit = 0; unit < 4; unit += 1) queue.add(aUnit({ urgent: true }))
    await vi.advanceTimersByTimeAsync(499)
    expect(batches).toEqual([1])
    underWay[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(batches).toEqual([1, 3])
    queue.add(aUnit({ urgent: true, rows: rows(100) }))
    expect(batches).toEqual([1, 3, 100])
    underWay[1]?.()
    await vi.advanceTimersByTimeAsync(500)
    queue.add(aUnit({ urgent: true }))
    expect(batches).toEqual([1, 3, 100, 1])
  })

  it('stores what fails before much that passed, by itself, and that nevertheless within a second', async () => {
    const underWay: (() => void)[] = []
    const batches: string[] = []
    const queue = createIngestQueue((batch) => {
      const urgent = batch.filter((row) => row.monitorId >= URGENT).length
      batches.push(`${urgent} of ${batch.length}`)
      return new Promise((resolve) => underWay.push(resolve))
    }, log)
    const URGENT = 1_000_000
    const fails = (): void => queue.add(aUnit({ urgent: true, rows: rows(150, URGENT) }))
    const next = async (ms = 0): Promise<void> => {
      underWay.shift()?.()
      await vi.advanceTimersByTimeAsync(ms)
    }
    queue.add(aUnit({ rows: rows(2_000) }))
    fails()
    expect(batches).toEqual(['0 of 2000', '150 of 150'])
    queue.add(aUnit({ rows: rows(500) }))
    fails()
    expect(queue.isBehind()).toBe(false)
    await next()
    expect(batches.slice(2)).toEqual(['150 of 150'])
    for (let unit = 0; unit < 4; unit += 1) fails()
    expect(queue.isBehind()).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    await next()
    expect(batches.slice(3)).toEqual(['0 of 500'])
    await next()
    expect(batches.slice(4)).toEqual(['600 of 600'])
    expect(queue.isBehind()).toBe(false)
  })

  it('keeps up with much that passed while something fails all the time', async () => {
    const batches: string[] = []
    const endMs = performance.now() + 200
    const queue = createIngestQueue(async (batch) => {
      const urgent = batch.filter((row) => row.monitorId >= 1_000_000).length
      batches.push(`${urgent} of ${batch.length}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (performance.now() < endMs) fails()
    }, log)
    const fails = (): void => queue.add(aUnit({ urgent: true, rows: rows(150, 1_000_000) }))
    fails()
    for (let unit = 0; unit < 10; unit += 1) queue.add(aUnit({ rows: rows(2_000) }))
    await vi.advanceTimersByTimeAsync(200)
    const counts = Map.groupBy(batches, (batch) => batch)
    expect(counts.get('0 of 2000')?.length).toBeGreaterThan(7)
    expect(batches.filter((batch) => batch.startsWith('0')).length).toBeLessThan(batches.length - 4)
  })

  it('stores few that fail with what passed beside them, before it', async () => {
    const batches: (number | undefined)[][] = []
    let end = (): void => undefined
    const queue = createIngestQueue((batch) => {
      batches.push([batch[0]?.monitorId, batch.length])
      return new Promise((resolve) => (end = resolve))
    }, log)
    queue.add(aUnit({ urgent: true, rows: rows(1, 5_000_000) }))
    queue.add(aUnit({ rows: rows(90) }))
    queue.add(aUnit({ urgent: true, rows: rows(5, 6_000_000) }))
    end()
    await vi.advanceTimersByTimeAsync(0)
    expect(batches).toEqual([
      [5_000_000, 1],
      [6_000_000, 95],
    ])
  })

  it('takes live results before a backlog that came earlier', async () => {
    const batches: (number | undefined)[] = []
    const queue = createIngestQueue(async (batch) => {
      batches.push(batch[0]?.monitorId)
    }, log)
    queue.add(aUnit({ live: false, rows: rows(1_500, 1_000_000) }))
    queue.add(aUnit({ live: false, rows: rows(1_500, 2_000_000) }))
    queue.add(aUnit({ live: true, rows: rows(1_500, 0) }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(batches).toEqual([1_000_000, 0, 2_000_000])
  })

  it('tells an agent to stop too that sends no result that can be stored', async () => {
    const hanging = Promise.withResolvers<void>()
    const queue = createIngestQueue(() => hanging.promise, log)
    queue.add(aUnit({ urgent: true }))
    await vi.advanceTimersByTimeAsync(0)
    for (let i = 0; i < 20_000; i += 1) queue.add(aUnit({ rows: [] }))
    expect(queue.isFull()).toBe(true)
    hanging.resolve()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(queue.isFull()).toBe(false)
    expect(queue.stats().waitingRows).toBe(0)
  })

  it('says when it is full and when there is room again', async () => {
    const underWay: (() => void)[] = []
    const queue = createIngestQueue(() => new Promise((resolve) => underWay.push(resolve)), log)
    for (let unit = 0; unit < 20; unit += 1) queue.add(aUnit({ rows: rows(1_000) }))
    expect(queue.isFull()).toBe(true)
    let hasRoom = false
    queue.whenRoom(() => {
      hasRoom = true
    })
    for (let batch = 0; batch < 5; batch += 1) {
      await vi.advanceTimersByTimeAsync(0)
      expect(hasRoom).toBe(false)
      underWay.shift()?.()
    }
    await vi.advanceTimersByTimeAsync(0)
    underWay.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(hasRoom).toBe(true)
    expect(queue.isFull()).toBe(false)
  })

  it('acknowledges in the order of arrival, whichever transaction ends first', async () => {
    const underWay: (() => void)[] = []
    const queue = createIngestQueue(() => new Promise((resolve) => underWay.push(resolve)), log)
    const order: string[] = []
    queue.add(aUnit({ rows: rows(2_000), acknowledge: () => order.push('first') }))
    queue.add(aUnit({ rows: rows(2_000), acknowledge: () => order.push('second') }))
    await vi.advanceTimersByTimeAsync(0)
    expect(underWay).toHaveLength(2)
    underWay[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual([])
    underWay[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual(['first', 'second'])
  })

  it('tries again for as long as the database is away, and loses nothing', async () => {
    let failures = 30
    let acknowledged = false
    const queue = createIngestQueue(async () => {
      failures -= 1
      if (failures >= 0) throw new ServerAway('connect ECONNREFUSED')
    }, log)
    queue.add(aUnit({ acknowledge: () => (acknowledged = true) }))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(acknowledged).toBe(false)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(acknowledged).toBe(true)
  })

  it.each(['25006', '28P01', '42P01', 'XX000', '23514'])(
    'loses nothing to a database that refuses everything with %s',
    async (code) => {
      let isBroken = true
      let acknowledged = false
      const queue = createIngestQueue(async () => {
        if (!isBroken) return
        throw Object.assign(new DatabaseError('refused', 7, 'error'), { code })
      }, log)
      queue.add(aUnit({ acknowledge: () => (acknowledged = true) }))
      await vi.advanceTimersByTimeAsync(120_000)
      expect(acknowledged).toBe(false)
      isBroken = false
      await vi.advanceTimersByTimeAsync(5_000)
      expect(acknowledged).toBe(true)
      expect(queue.stats()).toMatchObject({ refusedRows: 0, committedRows: 1 })
    },
  )

  it('lets nobody wait for the transaction of another agent', async () => {
    const underWay: (() => void)[] = []
    const queue = createIngestQueue(() => new Promise((resolve) => underWay.push(resolve)), log)
    const order: string[] = []
    const unit = (name: string) =>
      aUnit({ source: { name }, rows: rows(2_000), acknowledge: () => order.push(name) })
    queue.add(unit('slow'))
    queue.add(unit('quick'))
    await vi.advanceTimersByTimeAsync(0)
    underWay[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual(['quick'])
  })

  it('leaves out the one row that cannot be stored and keeps the others', async () => {
    const stored: number[] = []
    const queue = createIngestQueue(async (batch) => {
      if (batch.some((row) => row.monitorId === 13)) throw new Error('invalid row')
      stored.push(...batch.map((row) => row.monitorId))
    }, log)
    let acknowledged = false
    queue.add(aUnit({ rows: rows(40), acknowledge: () => (acknowledged = true) }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(stored).toHaveLength(39)
    expect(acknowledged).toBe(true)
    expect(queue.stats()).toMatchObject({ committedRows: 39, refusedRows: 1, waitingRows: 0 })
  })

  it('acknowledges nothing any more once it stops', async () => {
    let acknowledged = false
    const queue = createIngestQueue(async () => {
      throw new ServerAway('connect ECONNREFUSED')
    }, log)
    queue.add(aUnit({ urgent: true, acknowledge: () => (acknowledged = true) }))
    await vi.advanceTimersByTimeAsync(1_000)
    await queue.stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(acknowledged).toBe(false)
  })
})
