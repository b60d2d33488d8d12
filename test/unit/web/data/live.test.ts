import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

interface Client {
  readonly setQueryData: (key: readonly unknown[], data: unknown) => void
  readonly getQueryState: (key: readonly unknown[]) => { readonly isInvalidated: boolean }
}
type Live = (name: string, data: unknown) => void

/** By its name: the types of these tests know no document, which the queries' library brings along. */
async function imported<T>(name: string): Promise<T> {
  return (await import(name)) as T
}

/** An app that shows these, and what is told to it. */
async function appWith(read: readonly (readonly [readonly unknown[], unknown])[]) {
  const { QueryClient } = await imported<{ QueryClient: new () => Client }>('@tanstack/react-query')
  const path = new URL('../../../../controller/web/src/data/live.ts', import.meta.url).href
  const { createLiveUpdates } = await imported<{ createLiveUpdates: (queries: Client) => Live }>(
    path,
  )
  const client = new QueryClient()
  for (const [key, data] of read) client.setQueryData(key, data)
  const tell = createLiveUpdates(client)
  return {
    tell,
    /** Whether each is to be read anew by now. */
    isOld: async (...keys: readonly (readonly unknown[])[]): Promise<boolean[]> => {
      await vi.advanceTimersByTimeAsync(10_000)
      return keys.map((key) => client.getQueryState(key).isInvalidated)
    },
  }
}

const COUNT = ['monitors', 'count', {}]
const OVERVIEW = ['overview']
const LIST = ['monitors', 'list', { sort: 'status' }, 1, 100, 40]
const DOWN_LIST = ['monitors', 'list', { status: 'down', sort: 'status' }, 1, 100, 40]
const READ = [
  [COUNT, { down: 0 }],
  [OVERVIEW, {}],
  [LIST, { monitors: [{ id: 'mon_shown', status: 'up' }] }],
  [DOWN_LIST, { monitors: [] }],
] as const

const event = (fields: Readonly<Record<string, unknown>>) => ({
  id: 'mon_other',
  status: 'down',
  statusSince: '2026-11-28T10:00:00.000Z',
  lastCheckedAt: '2026-11-28T10:00:00.400Z',
  ...fields,
})

describe('what happens to monitors', () => {
  it('changes what counts them by status, also of one that is on no list that was read', async () => {
    const { tell, isOld } = await appWith(READ)
    tell('monitor', event({}))
    expect(await isOld(COUNT, OVERVIEW)).toEqual([true, true])
  })

  it('changes the lists of one status, while the rows of others stay in their place', async () => {
    const { tell, isOld } = await appWith(READ)
    tell('monitor', event({ id: 'mon_shown' }))
    expect(await isOld(LIST, DOWN_LIST)).toEqual([false, true])
  })

  it('brings one that was just made by somebody else onto the lists', async () => {
    const { tell, isOld } = await appWith(READ)
    tell('monitor', event({ status: 'pending', lastCheckedAt: null }))
    expect(await isOld(LIST, COUNT)).toEqual([true, true])
  })

  it('is no reason to read anything anew while statuses stay as they are', async () => {
    const { tell, isOld } = await appWith(READ)
    tell('monitor', event({ lastCheckedAt: '2026-11-28T11:00:00.000Z' }))
    tell(
      'monitor',
      event({ id: 'mon_shown', status: 'up', lastCheckedAt: '2026-11-28T11:00:00.000Z' }),
    )
    expect(await isOld(COUNT, OVERVIEW, LIST, DOWN_LIST)).toEqual([false, false, false, false])
  })

  it('is counted once, whatever is told of it afterwards', async () => {
    const { tell, isOld } = await appWith([])
    tell('monitor', event({}))
    expect(await isOld()).toEqual([])
    tell('monitor', event({ lastCheckedAt: '2026-11-28T10:01:00.000Z' }))
    // What is read of the monitor itself alone.
    expect(vi.getTimerCount()).toBe(1)
  })

  it('counts them anew when an outage opens', async () => {
    const { tell, isOld } = await appWith(READ)
    tell('outage', { id: 'out_1', monitorId: 'mon_other' })
    expect(await isOld(COUNT)).toEqual([true])
  })
})
