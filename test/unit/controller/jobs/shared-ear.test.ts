import { EventEmitter } from 'node:events'
import type { Notification, Pool, PoolClient } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { createSharedEar } from '../../../../controller/src/jobs/shared-ear.ts'
import type { Audience } from '../../../../controller/src/jobs/job-notices.ts'
import type { JobLane } from '../../../../controller/src/jobs/task.ts'

/** A pool whose connections are kept in the order in which they were opened. */
function fakePool(query: () => Promise<void> = () => Promise.resolve()) {
  const opened: (EventEmitter & { release: ReturnType<typeof vi.fn> })[] = []
  const connect = () => {
    const client = Object.assign(new EventEmitter(), { query, release: vi.fn() })
    opened.push(client)
    return Promise.resolve(client)
  }
  return { opened, pool: { connect } as unknown as Pick<Pool, 'connect'> }
}

const message: Notification = { channel: 'jobs:insert', processId: 1, payload: '{"count":7}' }

/** What the lane was given, and what it heard. */
async function listen(ear: ReturnType<typeof createSharedEar>, lane: JobLane) {
  const heard: (string | undefined)[] = []
  const errors: Error[] = []
  const { promise, resolve } = Promise.withResolvers<(() => void) | Error>()
  ear.connect(lane, (error, client: PoolClient | undefined, release) => {
    client?.on('notification', ({ payload }) => heard.push(payload))
    client?.on('error', (broken) => errors.push(broken))
    resolve(error ?? release)
  })
  const outcome = await promise
  const release = typeof outcome === 'function' ? outcome : () => undefined
  return { heard, errors, release, failure: outcome instanceof Error ? outcome : null }
}

describe('one connection for all lanes', () => {
  it('has each lane hear what is for it', async () => {
    const { opened, pool } = fakePool()
    let audience: Audience = new Map([['alerts', 2]])
    const ear = createSharedEar(pool, () => () => audience)
    const alerts = await listen(ear, 'alerts')
    const upkeep = await listen(ear, 'upkeep')
    opened[0]?.emit('notification', message)
    audience = 'all'
    opened[0]?.emit('notification', message)
    expect(opened).toHaveLength(1)
    expect(alerts.heard).toEqual(['{"count":2}', '{"count":7}'])
    expect(upkeep.heard).toEqual(['{"count":7}'])
  })

  it('is opened anew where it broke, once for all', async () => {
    const { opened, pool } = fakePool()
    const ear = createSharedEar(pool, () => () => 'all')
    const before = [await listen(ear, 'alerts'), await listen(ear, 'upkeep')]
    opened[0]?.emit('error', new Error('gone'))
    expect(before.map(({ errors }) => errors.length)).toEqual([1, 1])
    for (const { release } of before) release()
    expect(opened[0]?.release).toHaveBeenCalledOnce()
    const after = [await listen(ear, 'alerts'), await listen(ear, 'upkeep')]
    expect(opened).toHaveLength(2)
    opened[1]?.emit('notification', message)
    expect(after.map(({ heard }) => heard.length)).toEqual([1, 1])
  })

  it('goes with the last lane, with what it listens to', async () => {
    const { opened, pool } = fakePool()
    const ear = createSharedEar(pool, () => () => 'all')
    const lanes = [await listen(ear, 'alerts'), await listen(ear, 'upkeep')]
    lanes[0]?.release()
    lanes[0]?.release()
    expect(opened[0]?.release).not.toHaveBeenCalled()
    lanes[1]?.release()
    expect(opened[0]?.release).toHaveBeenCalledExactlyOnceWith(true)
    await listen(ear, 'alerts')
    expect(opened).toHaveLength(2)
  })

  it('is another for one that waited with one that left at once', async () => {
    const { opened, pool } = fakePool()
    const ear = createSharedEar(pool, () => () => 'all')
    ear.connect('alerts', (_error, _client, release) => release())
    const upkeep = await listen(ear, 'upkeep')
    expect(opened.map(({ release }) => release.mock.calls.length)).toEqual([1, 0])
    opened[1]?.emit('notification', message)
    expect(upkeep.heard).toEqual(['{"count":7}'])
  })

  it('is tried again by the next where it cannot listen', async () => {
    let answer = () => Promise.reject(new Error('no'))
    const { opened, pool } = fakePool(() => answer())
    const ear = createSharedEar(pool, () => () => 'all')
    const failed = await Promise.all([listen(ear, 'alerts'), listen(ear, 'upkeep')])
    expect(failed.map(({ failure }) => failure?.message)).toEqual(['no', 'no'])
    expect(opened[0]?.release).toHaveBeenCalledExactlyOnceWith(true)
    answer = () => Promise.resolve() as never
    expect((await listen(ear, 'alerts')).failure).toBeNull()
    expect(opened).toHaveLength(2)
  })
})
